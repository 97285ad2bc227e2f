// Lets a child process run from the sources: resolves `./x.js` in a .ts file to `./x.ts`, as the compiler does.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const isSource = context.parentURL?.endsWith('.ts') && specifier.startsWith('.') && specifier.endsWith('.js');
    return next(isSource ? specifier.replace(/js$/, 'ts') : specifier, context);
  },
});
