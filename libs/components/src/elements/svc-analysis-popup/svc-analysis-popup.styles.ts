/**
 * The dialog fills the window; the panel is its visible part. Full screen on phones.
 * Sizes are px and em: some shops change the size of rem.
 */
export const styles = `
:host{all:initial;direction:inherit;display:contents}
dialog{position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:0;border:0;background:none;z-index:var(--svc-z-index,var(--_z,auto));font:16px/1.4 var(--_fon,system-ui,sans-serif);color:var(--_tex,CanvasText)}
dialog::backdrop{display:none}
dialog:not([open]){display:none}
.backdrop{position:absolute;inset:0;background:var(--svc-backdrop,rgb(0 0 0/.5))}
.panel{position:absolute;inset:0;margin:auto;display:flex;flex-direction:column;box-sizing:border-box;width:min(var(--svc-popup-width,960px),100% - 32px);height:min(var(--svc-popup-height,900px),100dvh - 32px);overflow:hidden;background:var(--_bac,Canvas);border-radius:calc(var(--_cor,16)*1px);animation:in .15s}
.header{display:flex;flex:none;justify-content:flex-end}
button{all:unset;box-sizing:border-box;display:grid;place-content:center;width:44px;height:44px;cursor:pointer;border-radius:50%}
button:focus-visible{outline:2px solid;outline-offset:-4px}
i{width:24px;height:24px;background:currentcolor;clip-path:path('M5 6l1-1 6 6 6-6 1 1-6 6 6 6-1 1-6-6-6 6-1-1 6-6z');forced-color-adjust:none}
iframe{display:block;flex:1;width:100%;min-height:0;border:0}
@keyframes in{from{opacity:0;transform:translateY(8px)}}
@media (max-width:600px),(max-height:500px){.panel{width:100%;height:100dvh;border-radius:0;padding:env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)}}
@media (prefers-reduced-motion:reduce){.panel{animation:none}}
@media (forced-colors:active){.panel{outline:1px solid}i{background:ButtonText}}
@media print{dialog{display:none}}
`;
