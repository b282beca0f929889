#!/usr/bin/env python3
"""make_resnet50.py FOLDER: a ResNet-50 of random weights as TorchScript, for figures: resnet50_fp32.pt and resnet50_fp16.pt.

Needs torch and torchvision. Traced, not frozen: the engine freezes. The weights do not matter for the time of a call."""
import pathlib
import sys

import torch
import torchvision


def main(folder: str) -> int:
    torch.manual_seed(7)
    out = pathlib.Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    model = torchvision.models.resnet50(weights=None)
    with torch.no_grad():
        # Running means and variances of the model's own activations: with those of a new model they grow until half precision overflows.
        for module in model.modules():
            if isinstance(module, torch.nn.BatchNorm2d):
                module.momentum = None
        for _ in range(3):
            model.train()(torch.rand(16, 3, 224, 224) * 2 - 1)
        model.eval()
        traced = torch.jit.trace(model, torch.rand(2, 3, 224, 224))
        traced.save(str(out / "resnet50_fp32.pt"))
        traced.half().save(str(out / "resnet50_fp16.pt"))
    print("forward", [argument.name for argument in traced.forward.schema.arguments])
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
