#include "engine/conformance/scripted/scripted_case.h"

namespace crossdock::engine::conformance {
namespace {

constexpr DType kF = DType::kF32;
constexpr DType kI = DType::kI64;

Given F(Shape shape, std::vector<double> values) { return {kF, std::move(shape), std::move(values)}; }
Given I(Shape shape, std::vector<double> values) { return {kI, std::move(shape), std::move(values)}; }

std::vector<ScriptedCase> Layers() {
  const std::string conv = R"(
def forward(self, x):
    y = torch.conv2d(x, self.w, self.b, [1, 1], [1, 1])
    y = torch.batch_norm(y, self.gamma, self.beta, self.mean, self.var, False, 0.1, 0.0, True)
    return torch.relu(y)
)";
  // A kernel of ones over a padded 2 x 2 picture sums it at every place: 10, and then (10 + 1 - 3) / 2 * 3 - 8 = 4.
  return {
      {"conv_norm_relu",
       conv,
       {{"w", F({1, 1, 3, 3}, {1, 1, 1, 1, 1, 1, 1, 1, 1})},
        {"b", F({1}, {1})},
        {"gamma", F({1}, {3})},
        {"beta", F({1}, {-8})},
        {"mean", F({1}, {3})},
        {"var", F({1}, {4})}},
       {{"x", F({2, 1, 2, 2}, {1, 2, 3, 4, -1, -2, -3, -4})}},
       {{"y", F({2, 1, 2, 2}, {4, 4, 4, 4, 0, 0, 0, 0})}}},
      {"linear",
       "def forward(self, x):\n    return torch.matmul(x, self.w.t()) + self.b",
       {{"w", F({3, 2}, {1, 0, 0, 1, 2, 2})}, {"b", F({3}, {10, 20, 30})}},
       {{"x", F({2, 2}, {1, 2, 3, 4})}},
       {{"y", F({2, 3}, {11, 22, 36, 13, 24, 44})}}},
      {"max_pool",
       "def forward(self, x):\n    return torch.max_pool2d(x, [2, 2])",
       {},
       {{"x", F({1, 1, 2, 4}, {1, 5, 2, 0, 3, 4, 8, 7})}},
       {{"y", F({1, 1, 1, 2}, {5, 8})}}},
      {"mean_over_picture",
       "def forward(self, x):\n    return x.mean([2, 3])",
       {},
       {{"x", F({1, 2, 1, 2}, {1, 3, 10, 30})}},
       {{"y", F({1, 2}, {2, 20})}}},
      {"soft_max",
       "def forward(self, x):\n    return torch.softmax(x, 1)",
       {},
       {{"x", F({1, 2}, {0, 1.0986122886681098})}},  // log 3
       {{"y", F({1, 2}, {0.25, 0.75})}}},
      {"layer_norm",
       "def forward(self, x):\n    return torch.layer_norm(x, [2], None, None, 0.0)",
       {},
       {{"x", F({1, 2}, {1, 5})}},
       {{"y", F({1, 2}, {-1, 1})}}},
      {"embedding",
       "def forward(self, at):\n    return torch.embedding(self.table, at)",
       {{"table", F({3, 2}, {1, 2, 3, 4, 5, 6})}},
       {{"at", I({3}, {2, 0, 2})}},
       {{"y", F({3, 2}, {5, 6, 1, 2, 5, 6})}}},
      {"bilinear",
       "def forward(self, x):\n    return torch.upsample_bilinear2d(x, [1, 3], True)",
       {},
       {{"x", F({1, 1, 1, 2}, {0, 8})}},
       {{"y", F({1, 1, 1, 3}, {0, 4, 8})}}},
  };
}

std::vector<ScriptedCase> Programs() {
  return {
      {"branch_on_data",
       "def forward(self, x):\n    if bool(x.sum() > 0):\n        return x * 2\n    else:\n        return -x",
       {},
       {{"x", F({2}, {-3, 1})}},
       {{"y", F({2}, {3, -1})}}},
      {"loop",
       "def forward(self, x):\n    total = torch.zeros_like(x[0])\n    for i in range(x.size(0)):\n        total = "
       "total * 10 + "
       "x[i]\n    return total",
       {},
       {{"x", F({3, 1}, {1, 2, 3})}},
       {{"y", F({1}, {123})}}},
      {"tuple",
       "def forward(self, x):\n    return x + 1, (x * 2).sum()",
       {},
       {{"x", F({2}, {1, 2})}},
       {{"more", F({2}, {2, 3})}, {"twice", F({}, {6})}}},
      {"list",
       "def forward(self, x) -> List[Tensor]:\n    return [x, x + 1]",
       {},
       {{"x", F({1}, {5})}},
       {{"same", F({1}, {5})}, {"more", F({1}, {6})}}},
      {"dictionary",
       "def forward(self, x):\n    return {'a': x, 'b': x - 1}",
       {},
       {{"x", F({1}, {5})}},
       {{"b", F({1}, {4})}, {"a", F({1}, {5})}}},
      {"views",
       "def forward(self, x):\n    return x.t(), x[:, 1]",
       {},
       {{"x", F({2, 2}, {1, 2, 3, 4})}},
       {{"turned", F({2, 2}, {1, 3, 2, 4})}, {"column", F({2}, {2, 4})}}},
      {"top_two",
       "def forward(self, x):\n    values, at = torch.topk(x, 2)\n    return values, at",
       {},
       {{"x", F({1, 3}, {4, 9, 7})}},
       {{"values", F({1, 2}, {9, 7})}, {"at", I({1, 2}, {1, 2})}}},
      {"where",
       "def forward(self, mask, x, y):\n    return torch.where(mask, x, y)",
       {},
       {{"mask", {DType::kBool, {2}, {1, 0}}}, {"x", F({2}, {1, 2})}, {"y", F({2}, {3, 4})}},
       {{"z", F({2}, {1, 4})}}},
      {"picture_bytes",
       "def forward(self, x):\n    return x.float().div(255.0)",
       {},
       {{"x", {DType::kU8, {3}, {0, 51, 255}}}},
       {{"y", F({3}, {0, 0.2, 1})}}},
      {"integers",
       "def forward(self, a, b):\n    return a // b, a % b",
       {},
       {{"a", I({2}, {9007199254740992, -7})}, {"b", I({2}, {2, 2})}},
       {{"quotient", I({2}, {4503599627370496, -4})}, {"rest", I({2}, {0, 1})}}},
  };
}

std::vector<ScriptedCase> Precisions() {
  std::vector<ScriptedCase> cases;
  for (const DType dtype : {DType::kF16, DType::kBF16, DType::kF32, DType::kF64}) {
    cases.push_back({std::string("affine_") + tensor::Name(dtype),
                     "def forward(self, x):\n    return x * self.scale + 0.5",
                     {{"scale", {dtype, {2}, {2, 4}}}},
                     {{"x", {dtype, {2, 2}, {1, 2, 3, 4}}}},
                     {{"y", {dtype, {2, 2}, {2.5, 8.5, 6.5, 16.5}}}}});
  }
  return cases;
}

}  // namespace

std::vector<ScriptedCase> ScriptedCases() {
  std::vector<ScriptedCase> all = Layers();
  for (auto part : {Programs(), Precisions()}) {
    for (ScriptedCase& scripted : part) all.push_back(std::move(scripted));
  }
  return all;
}

}  // namespace crossdock::engine::conformance
