import { Code, Stack, Tabs } from '@mantine/core';
import { CopyButton } from './copy-button.js';
import '@mantine/core/styles/Tabs.layer.css';

export interface CodeSample {
  /** Name of the language or tool; not translated. */
  language: string;
  code: string;
}

/** The same thing in several languages. @param label - what the samples do. */
export function CodeSamples({ label, samples }: { label: string; samples: readonly CodeSample[] }) {
  return (
    <Tabs defaultValue={samples[0]?.language}>
      <Tabs.List aria-label={label}>
        {samples.map(({ language }) => (
          <Tabs.Tab key={language} value={language}>
            {language}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {samples.map(({ language, code }) => (
        <Tabs.Panel key={language} value={language} pt="sm">
          <Stack gap="xs" align="flex-start">
            <Code block tabIndex={0} aria-label={`${label}: ${language}`} w="100%">
              {code}
            </Code>
            <CopyButton value={code} />
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
