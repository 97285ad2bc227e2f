/** Everything that is wrong with the environment, in one message: `PORT must be an integer; DATABASE_URL is not set`. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}
