/** Sizes are px and em: some shops change the size of rem. */
export const styles = `
:host{display:block}
:host([hidden]){display:none}
.loading{min-height:var(--svc-analysis-height,640px)}
iframe{display:block;width:100%;height:var(--_h,var(--svc-analysis-height,640px));border:0;border-radius:var(--svc-corner-radius,0)}
@media print{:host{display:none}}
`;
