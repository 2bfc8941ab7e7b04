import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from 'react-router'
import { CommentName } from '#app/drives/comments/comment-name.tsx'
import { suspicionWords } from '#app/drives/comments/suspicion.ts'
import { oneDrive, search } from '#app/kit/list.ts'
import { momentIn } from '#app/kit/time.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { listView } from '#app/ui/list-view.tsx'
import type { Quarantined } from './quarantine.ts'

/** Comments that wait, with why they do, each with what can be decided about it. */
export const quarantineView = listView<Quarantined, { count: number }>()({
  address: '/admin/comments',
  caption: msg`Comments in quarantine`,
  fields: { search: search(msg`Words, name or fund drive`, { className: 'w-full sm:w-80' }), drive: oneDrive() },
  columns: [
    { key: 'at', head: msg`Date`, plain: ({ at }, { language }) => momentIn(language, at) },
    { key: 'comment', head: msg`Comment`, lead: true, cell: (comment) => <QuarantinedWords comment={comment} /> },
    {
      key: 'drive',
      head: msg`Fund drive`,
      cell: ({ drive: { title, slug } }) => (
        <Link to={`/admin/fund-drives/${slug}`} className="text-link wrap-anywhere" dir="auto">
          {title}
        </Link>
      ),
      plain: ({ drive }) => drive.title,
    },
    { key: 'slug', head: msg`Slug`, plain: ({ drive }) => drive.slug },
    { key: 'name', head: msg`Name`, plain: ({ name }) => name },
    { key: 'words', head: msg`Comment`, plain: ({ content }) => content },
    { key: 'why', head: msg`Why`, plain: ({ suspicion }, { words }) => words._(suspicionWords[suspicion]) },
    {
      key: 'came',
      head: msg`Date`,
      sortable: true,
      cell: ({ at }, { language }) => <span className="@2xl:whitespace-nowrap">{momentIn(language, at)}</span>,
    },
    { key: 'decide', head: msg`Decision`, cell: ({ id }) => <Ways id={id} /> },
  ],
  rowKey: ({ id }) => String(id),
  empty: {
    none: {
      title: msg`No comments waiting`,
      text: msg`Comments that look like spam appear here until someone decides about them.`,
    },
    narrowed: { title: msg`No such comments`, all: msg`Show all comments` },
  },
  foot: ({ count }) => (
    <p className="text-muted">
      <Plural value={count} one="# comment" other="# comments" />
    </p>
  ),
  first: msg`Back to the first page`,
  hidesBar: true,
})

/** Shows a comment's author and text, and why it waits. */
export function QuarantinedWords({ comment: { name, content, suspicion } }: { comment: Quarantined }) {
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
