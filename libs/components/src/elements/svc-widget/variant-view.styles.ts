/** Recommended variants in the widget; added to its own sheet with the first of them. */
export const styles = `
li.variant {
  display: flex;
  gap: 12px;
  padding-block: 8px;
}
img {
  width: 64px;
  height: 64px;
  flex: none;
  object-fit: cover;
  border-radius: 8px;
}
[aria-current] {
  font-weight: bold;
}
`;
