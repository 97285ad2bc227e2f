/**
 * What the frame of a page looks like until its script draws, and what notices look like. Sizes are logical, so that
 * right-to-left pages mirror. The loading state reserves the height of a first question and says after ten seconds what to do.
 */
export const PAGE_CSS = [
  '*{box-sizing:border-box}',
  'html{-webkit-text-size-adjust:100%}',
  'body{margin:0;min-block-size:100%;background:var(--svc-bg);color:var(--svc-text);overflow-wrap:anywhere;',
  'font:1rem/1.5 var(--svc-font,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif)}',
  'svc-page:not(:defined){display:block;min-block-size:36rem}',
  '.frame{max-inline-size:42rem;margin-inline:auto;padding:clamp(1.5rem,6vw,4rem) 1.25rem}',
  '.bar,.line,.box{border-radius:var(--svc-radius,12px);background:currentColor;opacity:.09}',
  '.bar{block-size:.5rem}.line{block-size:2rem;inline-size:70%;margin-block:2.5rem 2rem}.box{block-size:4.5rem;margin-block:1rem}',
  '.unseen{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}',
  '.late{visibility:hidden;animation:late 0s linear 10s forwards}@keyframes late{to{visibility:visible}}',
  '.notice{text-align:center;padding-block-start:clamp(2rem,14vh,8rem)}.name{font-weight:600;opacity:.85}',
  '.notice h1{font-size:1.75rem;line-height:1.25;margin:0 0 .75rem;text-wrap:balance}',
  '.notice p{margin:0 0 1.5rem}.notice img{max-block-size:3.5rem;max-inline-size:60%;margin:0 auto 2.5rem;display:block}',
  'a{color:inherit;text-underline-offset:.2em}',
  'a.action{display:inline-block;padding:.75rem 1.5rem;border-radius:var(--svc-radius,12px);background:var(--svc-accent);',
  'color:var(--svc-on-accent);font-weight:600;text-decoration:none}',
  ':focus-visible{outline:3px solid currentColor;outline-offset:3px}a.action:focus-visible{outline-color:var(--svc-text)}',
  '.small{font-size:.8125rem;opacity:.85}',
].join('');

/** Without scripts nothing is being loaded. */
export const NO_SCRIPT_CSS = 'svc-page:not(:defined){display:none}';
