export { complexionTags, expandTags } from '@svc/domain';
