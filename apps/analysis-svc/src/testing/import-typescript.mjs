// Lets a child process run from the sources: `./x.js` in a .ts file is `./x.ts` beside it, as the compiler means it.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const isSource = context.parentURL?.endsWith('.ts') && specifier.startsWith('.') && specifier.endsWith('.js');
    return next(isSource ? specifier.replace(/js$/, 'ts') : specifier, context);
  },
});
