#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <ATen/ops/ones.h>
#include <torch/csrc/jit/api/module.h>

/// Writes the small TorchScript modules that the behaviour tests load: torch_modules FOLDER. The build runs it once.
namespace crossdock::engine::conformance {
namespace {

struct Source {
  const char* name;
  const char* forward;
};

constexpr Source kSources[] = {
    {"add_one", R"(
def forward(self, x):
    return x + 1
)"},
    {"identity", R"(
def forward(self, x):
    return x
)"},
    {"neg_abs", R"(
def forward(self, x):
    return torch.neg(x), torch.abs(x)
)"},
    {"mul", R"(
def forward(self, x, s):
    return x * s
)"},
    {"non_zero", R"(
def forward(self, x):
    return x.nonzero().t()
)"},
    {"reshape", R"(
def forward(self, x, shape):
    sizes : List[int] = shape.tolist()
    return x.reshape(sizes)
)"},
    {"in_place", R"(
def forward(self, x):
    x.add_(1)
    return x
)"},
    {"dictionary", R"(
def forward(self, x):
    return {"more": x + 1, "less": x - 1}
)"},
    {"two_in_order", R"(
def forward(self, b, a):
    return b - a
)"},
    {"with_default", R"(
def forward(self, x, scale : float = 3.0):
    return x * scale
)"},
    {"with_number", R"(
def forward(self, x, n : int):
    return x + n
)"},
    {"returns_number", R"(
def forward(self, x) -> int:
    return x.size(0)
)"},
    {"half_out", R"(
def forward(self, x):
    return x.half()
)"},
};

void Write(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  for (const Source& source : kSources) {
    torch::jit::Module module(source.name);
    module.register_attribute("training", c10::BoolType::get(), false);
    module.define(source.forward);
    module.save((folder / (std::string(source.name) + ".pt")).string());
  }
  // Saved frozen: nothing is left but forward and constants.
  torch::jit::Module module("saved_frozen");
  module.register_attribute("training", c10::BoolType::get(), false);
  module.register_parameter("weight", at::ones({2}), false);
  module.define("\ndef forward(self, x):\n    return x + self.weight\n");
  torch::jit::freeze(module).save((folder / "saved_frozen.pt").string());
  torch::jit::Module without("no_forward");
  without.define("\ndef other(self, x):\n    return x\n");
  without.save((folder / "no_forward.pt").string());
}

}  // namespace
}  // namespace crossdock::engine::conformance

int main(int argc, char** argv) {
  try {
    crossdock::engine::conformance::Write(argc > 1 ? argv[1] : "torch_modules");
    return 0;
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 1;
  }
}
