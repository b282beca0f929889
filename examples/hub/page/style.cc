#include "hub/page/markup.h"

namespace crossdock::hub {

const char kPageStyle[] = R"css(
:root { --ink: #1c2430; --paper: #f4f5f7; --card: #fff; --edge: #d7dbe2; --good: #117a43; --fair: #b06a00; --bad: #c81e1e; --dim: #5d6877; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8ee; --paper: #14181e; --card: #1d232c; --edge: #333c49; --good: #4cc38a; --fair: #f0a83c; --bad: #ff6b6b; --dim: #97a3b4; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, "Noto Sans", "WenQuanYi Zen Hei", sans-serif; }
h1 { margin: 0 0 1rem; font-size: 1.6rem; } h2 { margin: 2rem 0 .6rem; font-size: 1.15rem; }
.cards { display: flex; flex-wrap: wrap; gap: .8rem; }
.card, figure, table { background: var(--card); border: 1px solid var(--edge); border-radius: 8px; }
.card { padding: .7rem 1.1rem; } .card b { display: block; font-size: 1.4rem; } .card span { color: var(--dim); }
.charts { display: flex; flex-wrap: wrap; gap: 1rem; } .charts svg { background: var(--card); border: 1px solid var(--edge); border-radius: 8px; }
svg text { fill: var(--ink); } .scroll { overflow-x: auto; }
table { border-collapse: collapse; } th, td { padding: .25rem .8rem; text-align: right; border-bottom: 1px solid var(--edge); white-space: nowrap; }
th:first-child, td:first-child, td:nth-child(2) { text-align: left; } th { color: var(--dim); font-weight: 600; }
.tools { display: flex; gap: 1.2rem; flex-wrap: wrap; margin: .6rem 0; }
.gallery { display: grid; align-items: start; grid-template-columns: repeat(auto-fill, minmax(min(560px, 100%), 1fr)); gap: 1rem; }
figure { margin: 0; overflow: hidden; } figure.missed { border-color: var(--bad); } figure.large { grid-column: 1 / -1; } figure svg { cursor: zoom-in; display: block; width: 100%; height: auto; background: #000; }
figcaption { padding: .5rem .8rem; } figcaption .name { font-weight: 600; } figcaption .times { color: var(--dim); }
ul { margin: .3rem 0 0; padding-left: 1.2rem; } li.good::marker { content: "✓ "; color: var(--good); } li.bad::marker { content: "✗ "; color: var(--bad); }
li.bad { color: var(--bad); } li.plain::marker { content: "· "; } li small { color: var(--dim); }
polygon { fill: none; stroke-width: 2.5; vector-effect: non-scaling-stroke; }
polygon.code { stroke: #00c2ff; fill: rgba(0,194,255,.12); } polygon.rescued { stroke: #ffb020; fill: rgba(255,176,32,.15); }
polygon.line { stroke: #2fd27a; stroke-width: 1.5; } polygon.other { stroke: #9aa7b8; stroke-width: 1.2; }
polygon.missed { stroke: #ff2d2d; fill: rgba(255,45,45,.15); stroke-dasharray: 6 3; }
figure svg text { font-weight: 600; paint-order: stroke; stroke: rgba(255,255,255,.9); stroke-width: 2px; }
text.code { fill: #00506b; } text.rescued { fill: #7a4b00; } text.line { fill: #0b6b3a; } text.other { fill: #44505f; } text.missed { fill: #c00; }
body.only-missed figure.fine { display: none; } body.no-texts figure svg text { display: none; } body.no-boxes figure svg polygon { display: none; }
)css";

const char kPageScript[] = R"js(
for (const box of document.querySelectorAll('.tools input'))
  box.addEventListener('change', () => document.body.classList.toggle(box.dataset.sets, box.checked !== (box.dataset.sets !== 'only-missed')));
for (const picture of document.querySelectorAll('figure svg'))
  picture.addEventListener('click', () => picture.closest('figure').classList.toggle('large'));
)js";

}  // namespace crossdock::hub
