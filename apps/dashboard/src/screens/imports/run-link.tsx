import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCompany } from '../../app/company.js';

/** Leads to the report of a run. */
export function RunLink({ id, children }: { id: string; children: string }) {
  const { handle } = useCompany();
  return (
    <Anchor component={Link} to={`/c/${handle}/imports/${id}`}>
      {children}
    </Anchor>
  );
}
