#include "hub/drawing/words.h"

namespace crossdock::hub {
namespace {

constexpr const char* kChineseCarriers[] = {"云途速运", "顺驰快递", "北辰物流", "华运通达", "飞鹭快运", "江海联运"};
constexpr const char* kChineseServices[] = {"标准快递", "次日达",   "同城急送", "冷链专送",
                                            "大件物流", "特快专递", "隔日达"};
constexpr const char* kFamilyNames[] = {"王", "李", "张", "刘", "陈", "杨", "赵", "黄", "周", "吴",
                                        "徐", "孙", "马", "朱", "胡", "林", "郭", "何", "高", "罗"};
constexpr const char* kGivenNames[] = {"建国", "小红", "志强", "秀英", "海燕", "文博", "雨桐", "明远", "丽华", "子涵",
                                       "伟",   "芳",   "静",   "军",   "晓东", "春梅", "国庆", "佳怡", "立新", "思远"};
constexpr const char* kChineseStreets[] = {"文三路",   "中山北路", "人民大道", "长江西路", "解放街",
                                           "和平路",   "学院南路", "建设大街", "滨江大道", "新华路",
                                           "科技园路", "迎宾大道", "花园路",   "东风路"};
constexpr const char* kChineseCities[] = {
    "浙江省杭州市西湖区", "江苏省南京市玄武区", "广东省广州市天河区", "四川省成都市武侯区",
    "湖北省武汉市洪山区", "山东省青岛市市南区", "北京市海淀区",       "上海市浦东新区",
    "福建省厦门市思明区", "陕西省西安市雁塔区", "湖南省长沙市岳麓区", "天津市和平区",
    "辽宁省大连市中山区", "河南省郑州市金水区", "重庆市江北区",       "安徽省合肥市包河区"};
constexpr const char* kChineseGoods[] = {"日用品", "电子产品", "服装鞋帽", "图书文具", "食品", "汽车配件", "家用电器"};

constexpr const char* kLatinCarriers[] = {"NORDLINE EXPRESS", "Meridian Cargo", "BLUE HERON PARCEL",
                                          "Atlas Freight",    "HARBOUR POST",   "Summit Courier"};
constexpr const char* kLatinServices[] = {"Express Worldwide", "Economy Select", "PRIORITY MAIL", "Next Day Air",
                                          "Ground Service",    "STANDARD",       "Same Day"};
constexpr const char* kFirstNames[] = {"Anna",  "Peter", "Maria", "James", "Sofia", "Daniel",
                                       "Emma",  "Lucas", "Nora",  "Henry", "Grace", "Oscar",
                                       "Clara", "Simon", "Helen", "David", "Ruth",  "Martin"};
constexpr const char* kLastNames[] = {"Keller",  "Novak",  "Garcia",  "Thompson", "Rossi",  "Bergman",
                                      "Fischer", "Moreau", "Walker",  "Santos",   "Murphy", "Jensen",
                                      "Dubois",  "Carter", "Schmidt", "Parker",   "Weber",  "Hughes"};
constexpr const char* kLatinStreets[] = {"Maple Street",  "Harbour Road",    "Station Avenue", "Church Lane",
                                         "Lindenstrasse", "Kings Road",      "Mill Street",    "Park Avenue",
                                         "Rue de Paris",  "Victoria Street", "Market Square",  "Bridge Street",
                                         "Oxford Street", "Garden Terrace"};
constexpr const char* kLatinCities[] = {"London W1D 3QF",   "10115 Berlin",   "75008 Paris",      "Chicago, IL 60614",
                                        "Boston, MA 02118", "20121 Milano",   "Dublin D02 X285",  "Seattle, WA 98101",
                                        "28013 Madrid",     "1012 Amsterdam", "Denver, CO 80202", "Leeds LS1 4AP",
                                        "8001 Zurich",      "1050 Brussels",  "2100 Copenhagen"};
constexpr const char* kLatinGoods[] = {"Books",        "Spare parts", "Clothing", "Electronics",
                                       "Garden tools", "Documents",   "Toys"};

}  // namespace

const Words& ChineseWords() {
  static constexpr Words kWords{kChineseCarriers, kChineseServices, kFamilyNames, kGivenNames,
                                kChineseStreets,  kChineseCities,   kChineseGoods};
  return kWords;
}

const Words& LatinWords() {
  static constexpr Words kWords{kLatinCarriers, kLatinServices, kFirstNames, kLastNames,
                                kLatinStreets,  kLatinCities,   kLatinGoods};
  return kWords;
}

}  // namespace crossdock::hub
