/** A column: the messages take the room that is left. Sizes are px and em: some shops change the size of rem. */
export const styles = `
:host {
  all: initial;
  direction: inherit;
  display: block;
}
:host([hidden]),
[hidden] {
  display: none !important;
}
* {
  box-sizing: border-box;
}
section {
  position: relative;
  display: flex;
  flex-direction: column;
  height: var(--svc-chat-height, min(560px, 80dvh));
  overflow: hidden;
  border: 1px solid rgb(128 128 128 / 0.4);
  border-radius: calc(var(--_cor, 16) * 1px);
  background: var(--_bac, Canvas);
  color: var(--_tex, CanvasText);
  font: 15px/1.4 var(--_fon, system-ui, sans-serif);
  overflow-wrap: anywhere;
}
:host(.inside) section {
  border-width: 1px 0 0;
  border-radius: 0;
}
:host(.inside) h2 {
  display: none;
}
header,
form,
.notice,
[part="quick-replies"] {
  flex: none;
  padding: 8px 16px;
}
header {
  border-block-end: 1px solid rgb(128 128 128 / 0.4);
}
h2,
p,
ul {
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: 1em;
}
header p {
  font-size: 13px;
}
a {
  color: inherit;
}
[role="log"] {
  flex: 1;
  min-height: 80px;
  overflow: auto;
  padding: 12px 16px;
}
[role="log"],
.turn,
[role="log"] > div,
article {
  display: flex;
  flex-direction: column;
  gap: 8px;
}
article {
  max-width: 100%;
  white-space: pre-line;
}
.question {
  align-self: end;
  max-width: 85%;
  padding: 8px 12px;
  border-radius: 16px;
  background: var(--_acc, #222);
  color: var(--_onA, #fff);
}
.cards {
  display: flex;
  gap: 12px;
  max-width: 100%;
  padding: 4px;
  overflow-x: auto;
}
[part="card"] {
  display: flex;
  flex: none;
  flex-direction: column;
  gap: 4px;
  width: 176px;
  padding: 12px;
  border: 1px solid rgb(128 128 128 / 0.4);
  border-radius: 12px;
}
[part="card"] ul {
  font-size: 13px;
}
[part="card"] a,
.cart {
  margin-block-start: auto;
}
[part="card"] a {
  padding-block: 4px;
}
.no-cart .cart {
  display: none;
}
img {
  width: 100%;
  height: 120px;
  object-fit: cover;
  border-radius: 8px;
}
.table {
  overflow-x: auto;
}
table {
  border-collapse: collapse;
}
th,
td {
  min-width: 96px;
  padding: 6px 8px;
  border-block-end: 1px solid rgb(128 128 128 / 0.4);
  text-align: start;
  vertical-align: top;
}
.actions,
[part="quick-replies"],
.controls {
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  align-items: center;
}
[part="quick-replies"] {
  max-height: 30%;
  overflow: auto;
}
:host(.inside) [part="quick-replies"] {
  flex-wrap: nowrap;
}
.controls {
  gap: 0 16px;
}
button {
  all: unset;
  flex: none;
  box-sizing: border-box;
  max-width: 100%;
  min-width: 44px;
  min-height: 44px;
  padding: 8px 16px;
  border-radius: 22px;
  background: var(--_acc, #222);
  color: var(--_onA, #fff);
  text-align: center;
  cursor: pointer;
}
[part="quick-replies"] button,
.notice button ~ button {
  border: 1px solid;
  background: none;
  color: inherit;
}
.controls button {
  min-height: 28px;
  padding: 2px 0;
  background: none;
  color: inherit;
  text-decoration: underline;
}
:is([aria-disabled="true"], :disabled) {
  opacity: 0.6;
  cursor: default;
}
.problem:not(:empty),
.notice {
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  align-items: center;
}
.writing {
  font-style: italic;
}
.new {
  position: absolute;
  inset-block-end: 140px;
  inset-inline: 0;
  width: fit-content;
  margin-inline: auto;
}
form {
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  align-items: end;
}
label {
  flex: 1;
  min-width: 120px;
}
textarea {
  display: block;
  width: 100%;
  min-height: 44px;
  padding: 10px 12px;
  border: 1px solid;
  border-radius: 12px;
  background: transparent;
  color: inherit;
  font: inherit;
  resize: none;
}
textarea::placeholder {
  color: inherit;
  opacity: 0.75;
}
.count {
  flex-basis: 100%;
  font-size: 13px;
}
.only-read {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
:focus-visible {
  outline: 2px solid;
  outline-offset: 2px;
}
:is([role="log"], .cards, .table):focus-visible {
  outline-offset: -2px;
}
@media (max-width: 480px) {
  [part="quick-replies"] {
    flex-wrap: nowrap;
  }
}
@media (forced-colors: active) {
  section,
  button,
  .question {
    border: 1px solid;
  }
}
@media print {
  :host {
    display: none;
  }
}
`;
