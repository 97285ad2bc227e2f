import { z } from 'zod';

/** State of the platform. docs/operations.md "State of the platform". */
export const platformHealth = z
  .object({
    release: z.string().describe('Of the gateway that answers.'),
    upgrading: z.boolean().describe('Processes of different releases answer.'),
    services: z.array(
      z.object({
        name: z.string(),
        up: z.boolean().describe('It and its database answer.'),
        releases: z.array(z.string()).describe('Of its processes; empty: it does not say.'),
        processes: z.int().describe('Processes that answered; of more than 8 replicas perhaps not all.'),
        ages: z
          .array(
            z.object({
              name: z.string().describe('For example `funnels` or `visitSums`.'),
              seconds: z.number().describe('The highest of its processes.'),
            }),
          )
          .describe('How old is what it knows of other services, or what reports are made of.'),
        failedWork: z
          .array(
            z.object({
              kind: z.string().describe('`deliveries` and `imports` of the last 7 days, `jobs` of the last 30.'),
              count: z.int(),
              newestAt: z.iso.datetime().nullable(),
            }),
          )
          .nullable()
          .describe('Work of all companies that failed and is not repeated by itself; null: it could not be counted.'),
      }),
    ),
  })
  .meta({ id: 'PlatformHealth' });
