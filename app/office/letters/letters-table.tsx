import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { type Letter, reasonWords } from '#app/features/support/letter.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { type Column, Table } from '#app/ui/table.tsx'

type LettersTableProps = { letters: Letter[]; count: number; open: boolean; empty: ReactNode }

/** What people wrote to support, each with its drive and whom to answer. */
export function LettersTable({ letters, count, open, empty }: LettersTableProps) {
  const { t, i18n } = useLingui()
  const moment = (at: Date) => momentIn(i18n.locale as Language, at)
  const columns: Column<Letter>[] = [
    { key: 'message', head: t`Message`, cell: (letter) => <LetterWords letter={letter} />, lead: true },
    { key: 'drive', head: t`Fund drive`, cell: ({ drive }) => <Drive drive={drive} /> },
    { key: 'email', head: t`Email`, cell: ({ email }) => <Writer email={email} /> },
    { key: 'came', head: t`Date`, sortable: true, cell: ({ at }) => moment(at) },
    open
      ? { key: 'decide', head: t`Decision`, cell: ({ id }) => <Close id={id} /> }
      : { key: 'closed', head: t`Closed`, cell: ({ closedAt }) => (closedAt ? moment(closedAt) : '–') },
  ]
  return (
    <Table
      caption={t`Reports and questions`}
      columns={columns}
      rows={letters}
      rowKey={({ id }) => String(id)}
      empty={empty}
      foot={
        <p className="text-muted">
          <Plural value={count} one="# message" other="# messages" />
        </p>
      }
    />
  )
}

/** Why it was written, and in which words. */
export function LetterWords({ letter: { reason, message } }: { letter: Letter }) {
  const { i18n } = useLingui()
  return (
    <span className="grid gap-1 @2xl:min-w-64">
      <span className="font-semibold">{i18n._(reasonWords[reason])}</span>
      <span className="wrap-anywhere whitespace-pre-wrap font-normal" dir="auto">
        {message}
      </span>
    </span>
  )
}

function Drive({ drive }: { drive: Letter['drive'] }) {
  if (!drive) return '–'
  return (
    <Link to={`/admin/fund-drives/${drive.slug}`} className="text-link wrap-anywhere" dir="auto">
      {drive.title}
    </Link>
  )
}

function Writer({ email }: { email: string | null }) {
  if (!email) return '–'
  return (
    <a href={`mailto:${email}`} className="text-link whitespace-nowrap">
      {email}
    </a>
  )
}

/** Opens the dialog at its own address; the list behind it stays as it is. */
function Close({ id }: { id: number }) {
  const { search } = useLocation()
  return (
    <LinkButton to={`/admin/letters/${id}/close${search}`} size="small" variant="secondary" preventScrollReset>
      <Trans>Close</Trans>
    </LinkButton>
  )
}
