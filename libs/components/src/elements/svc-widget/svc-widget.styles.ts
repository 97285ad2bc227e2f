/**
 * In the flow of the page where the merchant placed it; created automatically, it floats next to the button.
 * Sizes are px and em: some shops change the size of rem.
 */
export const styles = `
:host {
  all: initial;
  direction: inherit;
  display: block;
}
:host([hidden]) {
  display: none;
}
section {
  display: flex;
  flex-direction: column;
  box-sizing: border-box;
  overflow: hidden;
  border-radius: calc(var(--_cor,16)*1px);
  background: var(--_bac, Canvas);
  color: var(--_tex, CanvasText);
  font: 15px/1.4 var(--_fon, system-ui, sans-serif);
  overflow-wrap: anywhere;
}
[hidden] {
  display: none !important;
}
header {
  display: flex;
  flex: none;
  align-items: center;
  justify-content: space-between;
  padding-inline-start: 16px;
}
h2 {
  margin: 0;
  font-size: 1em;
}
.body {
  overflow: auto;
  padding: 0 16px 16px;
}
p,
ul {
  margin: 0 0 8px;
  padding: 0;
  list-style: none;
}
a {
  color: inherit;
}
button {
  all: unset;
  box-sizing: border-box;
  min-height: 44px;
  padding: 0 20px;
  border-radius: 22px;
  text-align: center;
  background: var(--_acc, #222);
  color: var(--_onA, #fff);
  cursor: pointer;
}
.body button {
  margin: 4px 4px 4px 0;
}
.compact .more {
  display: none;
}
.toggle {
  background: none;
  color: inherit;
}
:is(a, button, h2):focus-visible {
  outline: 2px solid;
  outline-offset: 2px;
}
.toggle:focus-visible {
  outline-offset: -4px;
}
i {
  display: block;
  width: 8px;
  height: 8px;
  margin: auto;
  border: solid;
  border-width: 0 2px 2px 0;
  rotate: 45deg;
}
[aria-expanded="false"] i {
  rotate: 225deg;
}
:host([auto]) {
  position: fixed;
  inset-block-end: calc(20px + var(--_b, 0px));
  inset-inline-end: 20px;
  z-index: var(--_z, 900);
  width: min(360px, 100% - 40px);
}
:host([auto]) section {
  position: relative;
  z-index: inherit;
  max-height: min(560px, 80dvh);
  box-shadow: 0 2px 16px #0005;
}
:host([auto]) section.compact {
  max-height: 168px;
}
@media (max-width: 599px) {
  :host([auto]) section {
    max-height: 80dvh;
  }
  :host([auto]) section.compact {
    max-height: 56px;
  }
}
@media (forced-colors: active) {
  section,
  button {
    border: 1px solid;
  }
}
@media print {
  :host {
    display: none;
  }
}
`;
