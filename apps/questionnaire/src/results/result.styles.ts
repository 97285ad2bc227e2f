import { css } from 'lit';

/** The result: its head, tabs, cards and what stands in their place. */
export const resultStyles = css`
  :host {
    display: flex;
    flex: 1;
    flex-direction: column;
  }
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    justify-content: space-between;
    gap: 0.75rem 1.5rem;
    margin-block-end: var(--gap);
  }
  .eyebrow {
    font-size: 0.875rem;
    font-weight: 600;
  }
  .palette {
    display: block;
    max-inline-size: 100%;
    margin-block-start: 0.6rem;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
  }
  header .button {
    padding-inline: 0.85rem;
  }
  header .row {
    margin-inline: -0.85rem;
  }
  .small {
    font-size: 0.875rem;
  }
  .note {
    margin-block-end: var(--gap);
  }
  h2 {
    margin: 0 0 0.25rem;
    font-size: 1.25rem;
    line-height: 1.3;
  }

  .tabs {
    display: flex;
    gap: 0.25rem;
    margin-block-end: var(--gap);
    overflow-x: auto;
    border-block-end: 1px solid var(--svc-line, #ddd9de);
    scrollbar-width: thin;
  }
  /* However long its name, some of the next one is seen. */
  .tabs button {
    flex: none;
    max-inline-size: min(22rem, 70vw);
    min-block-size: 3rem;
    padding: 0.5rem 1rem;
    border: 0;
    border-block-end: 3px solid transparent;
    background: none;
    color: var(--svc-muted, #6b6770);
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
  .tabs button[aria-selected='true'] {
    border-block-end-color: var(--svc-accent-text, #6b3a57);
    color: var(--svc-text, #211d24);
  }
  .tabs button:focus-visible {
    outline-offset: -3px;
  }

  .cards {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
    gap: var(--gap);
    margin-block-start: 1rem;
    list-style: none;
  }
  .card,
  .ghost {
    position: relative;
    display: flex;
    flex-direction: column;
    block-size: 100%;
    overflow: clip;
    border: 1px solid var(--svc-line, #ddd9de);
    border-radius: var(--radius);
    background: var(--svc-surface, #fff);
  }
  .ghost {
    min-block-size: 22rem;
    background: linear-gradient(
        100deg,
        transparent 30%,
        color-mix(in srgb, var(--svc-surface, #fff) 70%, transparent) 50%,
        transparent 70%
      )
      var(--svc-soft, #f3eef1) 0 0 / 250% 100% no-repeat;
    animation: shimmer 1.4s linear infinite;
  }
  .picture {
    aspect-ratio: 1;
    background: var(--svc-soft, #f3eef1);
  }
  .picture img,
  .picture .blank {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .facts,
  .extra {
    display: flex;
    flex-direction: column;
    gap: 0.5rem;
    min-inline-size: 0;
    padding: 1rem;
    overflow-wrap: anywhere;
  }
  .extra {
    flex: 1;
    gap: 0.75rem;
    padding-block-start: 0;
  }
  .extra:not(:has(*)) {
    display: none;
  }
  /* A phone: the picture next to the name, so that several products are visible together. */
  @media (max-width: 32rem) {
    .card {
      display: grid;
      grid-template-columns: 7.5rem minmax(0, 1fr);
      grid-template-rows: auto 1fr;
    }
    .card .facts {
      gap: 0.3rem;
      padding: 0.75rem;
    }
    .card .extra {
      grid-column: 1 / -1;
      padding: 0.75rem;
    }
    .ghost {
      min-block-size: 14rem;
    }
  }
  h3 {
    margin: 0;
    font-size: 1.0625rem;
    line-height: 1.35;
  }
  h3 a {
    color: inherit;
    text-decoration: none;
  }
  /* The whole card leads to the product; what lies above it has its own purpose. */
  h3 a::after {
    position: absolute;
    inset: 0;
    content: '';
  }
  h3 a:focus-visible {
    outline: none;
  }
  .card:has(h3 a:focus-visible) {
    outline: 3px solid var(--svc-accent-text, #6b3a57);
    outline-offset: 3px;
  }
  .members a,
  .cart {
    position: relative;
    z-index: 1;
  }
  .shade {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    font-size: 0.9375rem;
  }
  .dot {
    flex: none;
  }
  .price {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.6rem;
    font-weight: 650;
    font-variant-numeric: tabular-nums;
  }
  .price s {
    color: var(--svc-muted, #6b6770);
    font-weight: 400;
  }
  .about {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    line-clamp: 3;
  }
  h4 {
    margin: 0 0 0.25rem;
    font-size: 0.875rem;
  }
  .why {
    padding: 0.75rem;
    border-radius: calc(var(--radius) / 2);
    background: var(--svc-soft, #f3eef1);
    font-size: 0.875rem;
  }
  .why ul,
  .members ul {
    display: grid;
    gap: 0.35rem;
    list-style: none;
  }
  .why li {
    display: flex;
    gap: 0.4rem;
  }
  .why .icon {
    flex: none;
    inline-size: 1rem;
    margin-block-start: 0.1rem;
    color: var(--svc-accent-text, #6b3a57);
  }
  .members {
    font-size: 0.875rem;
  }
  .members li {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    min-block-size: 2.75rem;
  }
  .members a {
    display: inline-block;
    padding-block: 0.2rem;
  }
  .thumb {
    flex: none;
    inline-size: 2.75rem;
    block-size: 2.75rem;
    overflow: clip;
    border-radius: calc(var(--radius) / 2);
    background: var(--svc-soft, #f3eef1);
  }
  .thumb img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .cart {
    margin-block-start: auto;
  }

  @keyframes shimmer {
    from {
      background-position: 150% 0;
    }
    to {
      background-position: -50% 0;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .ghost {
      animation: none;
    }
  }
  .more {
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 0.5rem;
    margin-block: var(--gap);
  }
  .message {
    display: grid;
    flex: 1;
    gap: 0.75rem;
    place-content: center;
    justify-items: center;
    min-block-size: 20rem;
    text-align: center;
  }
  .message p {
    max-inline-size: 34rem;
  }
  .message .row {
    justify-content: center;
    gap: 0.5rem;
  }
`;
