/** Sizes are px and em: some shops change the size of rem. The ring has two colors, so that it is visible on every page. */
export const styles = `
:host{all:initial;direction:inherit;position:fixed;inset-block-end:calc(var(--svc-fab-inset-block,20px) + env(safe-area-inset-bottom) + var(--_y,0px));inset-inline-end:calc(var(--svc-fab-inset-inline,20px) + env(safe-area-inset-right));z-index:var(--_z,800)}
:host(.start){inset-inline:calc(var(--svc-fab-inset-inline,20px) + env(safe-area-inset-left)) auto}
:host([hidden]),:host(.away){display:none}
button{all:unset;box-sizing:border-box;display:grid;place-content:center;min-width:56px;height:56px;border-radius:28px;background:var(--_acc,#222);color:var(--_onA,#fff);font:16px/1 var(--_fon,system-ui,sans-serif);cursor:pointer;box-shadow:0 2px 10px #0005}
button:focus-visible{outline:3px solid #fff;box-shadow:0 0 0 6px #000}
span{display:none}
i{width:26px;height:26px;background:currentcolor;clip-path:path('M13 2l3 8 8 3-8 3-3 8-3-8-8-3 8-3z');forced-color-adjust:none}
@media (forced-colors:active){button{border:2px solid ButtonText}i{background:ButtonText}button:focus-visible{outline-color:Highlight}}
@media print{:host{display:none}}
`;
