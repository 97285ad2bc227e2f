/**
 * The dialog fills the window; the panel is its visible part. Full screen on phones.
 * Sizes are px and em: some shops change the size of rem.
 */
export const styles = `
:host{all:initial;direction:inherit;display:contents}
dialog{position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:0;border:0;background:none;z-index:var(--svc-z-index,var(--_z,auto));font:16px/1.4 var(--_f,system-ui,sans-serif);color:var(--_fg,CanvasText)}
dialog::backdrop{display:none}
dialog:not([open]){display:none}
.backdrop{position:absolute;inset:0;background:var(--svc-backdrop,rgb(0 0 0/.5))}
.panel{position:absolute;inset:0;margin:auto;display:flex;flex-direction:column;box-sizing:border-box;width:min(var(--svc-popup-width,960px),100% - 32px);height:min(var(--svc-popup-height,900px),100dvh - 32px);overflow:hidden;background:var(--_bg,Canvas);border-radius:var(--_r,16px);animation:in .15s}
.header{display:flex;flex:none;justify-content:flex-end}
button{all:unset;box-sizing:border-box;display:grid;place-content:center;width:44px;height:44px;cursor:pointer;border-radius:50%}
button:focus-visible{outline:2px solid;outline-offset:-4px}
svg{width:24px;height:24px;fill:none;stroke:currentcolor;stroke-width:2;stroke-linecap:round}
iframe{display:block;flex:1;width:100%;min-height:0;border:0}
@keyframes in{from{opacity:0;transform:translateY(8px)}}
@media (max-width:600px),(max-height:500px){.panel{width:100%;height:100dvh;border-radius:0;padding:env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)}}
@media (prefers-reduced-motion:reduce){.panel{animation:none}}
@media (forced-colors:active){.panel{outline:1px solid}}
@media print{dialog{display:none}}
`;
