import { SvcPage } from './app.js';
import { readPage } from './read-page.js';
import { assignQuestions, isUnassigned } from './visits/assign-questions.js';

const define = () => {
  if (!customElements.get('svc-page')) customElements.define('svc-page', SvcPage);
};
// The element reads the page when it is made. Without a test nothing waits.
if (isUnassigned(readPage(document))) void assignQuestions(document).then(define, (error) => console.error(error));
else define();
