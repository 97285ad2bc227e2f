import { css } from 'lit';

/** Head, content and foot of the page. */
export const pageStyles = css`
  :host {
    --edge: clamp(1rem, 4vw, 2rem);
    background: var(--svc-bg, #fff);
  }
  .page {
    display: flex;
    flex-direction: column;
    gap: var(--gap);
    max-inline-size: 64rem;
    margin-inline: auto;
    padding: 1rem var(--edge) 0;
  }
  :host(:not([embedded])) .page {
    min-block-size: 100vh;
    min-block-size: 100dvh;
  }
  /* The element's own style has a display that hides the attribute's effect. */
  svc-result[hidden] {
    display: none;
  }
  .head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 1rem;
    min-block-size: 2.5rem;
  }
  .brand {
    display: flex;
    align-items: center;
    min-inline-size: 0;
    overflow-wrap: anywhere;
    font-weight: 650;
  }
  .brand img {
    block-size: 2.5rem;
    max-inline-size: min(12rem, 45vw);
    object-fit: contain;
  }
  .language {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    font-size: 0.875rem;
  }
  .language select {
    min-block-size: 2.5rem;
    padding: 0.35rem 0.5rem;
    border: 1px solid var(--svc-border, #8a868d);
    border-radius: calc(var(--radius) / 2);
    background: var(--svc-surface, #fff);
    color: inherit;
    font: inherit;
  }
  main {
    display: flex;
    flex: 1;
    flex-direction: column;
  }
  .preview {
    justify-content: center;
    margin-block-end: 0.75rem;
    text-align: center;
  }
  .foot {
    display: flex;
    overflow-wrap: anywhere;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0.25rem 1.25rem;
    padding-block: 0.25rem 1rem;
    font-size: 0.8125rem;
  }
  .foot a {
    display: inline-flex;
    align-items: center;
    min-block-size: 1.5rem;
    color: inherit;
  }
  .message {
    display: grid;
    flex: 1;
    gap: 0.75rem;
    place-content: center;
    justify-items: center;
    min-block-size: 18rem;
    text-align: center;
  }
`;
