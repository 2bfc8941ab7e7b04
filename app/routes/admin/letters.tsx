import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { recordLook } from '#app/features/audit/audit.server.ts'
import { actorIn } from '#app/features/people/confirm.server.ts'
import { OfficePage } from '#app/features/site/office-page.tsx'
import { lettersAsked, lettersFound } from '#app/office/letters/letters.server.ts'
import { LettersTable } from '#app/office/letters/letters-table.tsx'
import { db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import { Field } from '#app/ui/field.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { Input } from '#app/ui/input.tsx'
import { ListFilter } from '#app/ui/list-filter.tsx'
import { afterEachDeed } from '#app/ui/same-page.ts'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/letters.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const asked = lettersAsked(searchParams)
  const [found] = await Promise.all([
    lettersFound(db, asked),
    recordLook(db, { by: actorIn(context), noun: 'letter', found: asked.filter }),
  ])
  return { ...found, filter: asked.filter }
}

// An administrator who comes second sees what the first one did.
export const shouldRevalidate = afterEachDeed

/** What people wrote to support: reports about fund drives, and questions. */
export default function Letters({ loaderData: { letters, next, count, filter } }: Route.ComponentProps) {
  const { t } = useLingui()
  useLive(['office:desk'])
  const { state, search, drive } = filter
  const file = new URLSearchParams({ state, ...(search ? { search } : {}), ...(drive ? { drive } : {}) })
  return (
    <OfficePage
      page={t`Reports and questions`}
      text={<Trans>The organiser of a reported page never sees the report. Answer questions by email.</Trans>}
      actions={letters.length > 0 && <ExportCsv href={`/admin/letters.csv?${file}`} />}
    >
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <FilterLinks
          label={t`State`}
          current={state}
          choices={[
            { id: 'open', to: '?state=open', label: <Trans context="reports">Open</Trans> },
            { id: 'closed', to: '?state=closed', label: <Trans>Closed</Trans> },
          ]}
        />
        <ListFilter
          label={t`Reports and questions`}
          keep={['sort', 'order', 'state', 'drive']}
          narrowed={Boolean(search)}
        >
          <Field label={<Trans>Search</Trans>} name="search" className="w-full sm:w-80">
            <Input type="search" defaultValue={search} maxLength={100} placeholder={t`Words, email or fund drive`} />
          </Field>
        </ListFilter>
      </div>
      <LettersTable
        letters={letters}
        count={count}
        open={state === 'open'}
        empty={<Nothing narrowed={Boolean(search || drive)} state={state} />}
      />
      <CursorPages next={next} param="after" first={<Trans>Back to the first page</Trans>} />
      <Outlet />
    </OfficePage>
  )
}

function Nothing({ narrowed, state }: { narrowed: boolean; state: string }) {
  if (!narrowed)
    return (
      <EmptyState
        title={state === 'open' ? <Trans>No open messages</Trans> : <Trans>No closed messages</Trans>}
        text={<Trans>Reports about pages and questions to support appear here.</Trans>}
      />
    )
  return (
    <EmptyState
      title={<Trans>No results</Trans>}
      text={<Trans>No message matches your search.</Trans>}
      action={
        <LinkButton to={`?state=${state}`} variant="secondary">
          <Trans>Show all</Trans>
        </LinkButton>
      }
    />
  )
}
