import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { CommentName } from '#app/features/comments/comment-name.tsx'
import { suspicionWords } from '#app/features/comments/suspicion-words.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import type { Held } from './held.ts'

/** Comments that wait, with why they do, each with what can be decided about it. */
export function HeldTable({ comments, count, empty }: { comments: Held[]; count: number; empty: ReactNode }) {
  const { t, i18n } = useLingui()
  const columns: Column<Held>[] = [
    { key: 'comment', head: t`Comment`, cell: (comment) => <HeldWords comment={comment} />, lead: true },
    {
      ...{ key: 'drive', head: t`Fund drive` },
      cell: ({ drive: { title, slug } }) => (
        <Link to={`/admin/fund-drives/${slug}`} className="text-link wrap-anywhere" dir="auto">
          {title}
        </Link>
      ),
    },
    {
      ...{ key: 'came', head: t`Date`, sortable: true },
      cell: ({ at }) => <span className="@2xl:whitespace-nowrap">{momentIn(i18n.locale as Language, at)}</span>,
    },
    { key: 'decide', head: t`Decision`, cell: ({ id }) => <Ways id={id} /> },
  ]
  return (
    <Table
      caption={t`Comments in quarantine`}
      columns={columns}
      rows={comments}
      rowKey={({ id }) => String(id)}
      empty={empty}
      foot={
        <p className="text-muted">
          <Plural value={count} one="# comment" other="# comments" />
        </p>
      }
    />
  )
}

/** Who wrote what, and why it waits. */
export function HeldWords({ comment: { name, content, suspicion } }: { comment: Held }) {
  const { i18n } = useLingui()
  return (
    <span className="grid gap-1 @2xl:min-w-64">
      <CommentName name={name} />
      <span className="wrap-anywhere whitespace-pre-wrap font-normal" dir="auto">
        {content}
      </span>
      <span className="font-normal text-sm text-warn">{i18n._(suspicionWords[suspicion])}</span>
    </span>
  )
}

/** Opens the dialog at its own address, so that it opens without a script too; the list behind it stays as it is. */
function Ways({ id }: { id: number }) {
  const { search } = useLocation()
  const look = { size: 'small', preventScrollReset: true } as const
  return (
    <span className="flex flex-wrap gap-2 @max-2xl:justify-end">
      <LinkButton to={`/admin/comments/${id}/release${search}`} {...look}>
        <Trans>Approve</Trans>
      </LinkButton>
      <LinkButton to={`/admin/comments/${id}/hide${search}`} variant="secondary" {...look}>
        <Trans>Hide</Trans>
      </LinkButton>
    </span>
  )
}
