import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from 'react-router'
import type { DecisionWords } from '#app/admin/decision-dialog.tsx'
import { type SupportMessage, supportMessageReasonWords } from '#app/drives/support/message.ts'
import { oneDrive, parts, search } from '#app/kit/list.ts'
import { momentIn } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { listView } from '#app/ui/list-view.tsx'

/** The list of support messages, each with its drive and the address to answer. */
export const supportMessagesView = listView<SupportMessage, { count: number }>()({
  address: '/admin/letters',
  caption: msg`Reports and questions`,
  fields: {
    state: parts({
      label: msg`State`,
      of: ['open', 'closed'],
      words: { open: msg({ message: 'Open', context: 'reports' }), closed: msg`Closed` },
      start: 'open',
    }),
    search: search(msg`Words, number, email or fund drive`, { className: 'w-full sm:w-80' }),
    drive: oneDrive(),
  },
  barClass: 'flex flex-wrap items-end gap-x-6 gap-y-3',
  columns: [
    { key: 'id', head: msg`Number`, plain: ({ id }) => id },
    { key: 'at', head: msg`Date`, plain: ({ at }, { language }) => momentIn(language, at) },
    { key: 'reason', head: msg`Reason`, plain: ({ reason }, { words }) => words._(supportMessageReasonWords[reason]) },
    { key: 'message', head: msg`Message`, lead: true, cell: (row) => <SupportMessageWords supportMessage={row} /> },
    {
      key: 'drive',
      head: msg`Fund drive`,
      cell: ({ drive }) => <Drive drive={drive} />,
      plain: ({ drive }) => drive?.title ?? '',
    },
    {
      key: 'giver',
      head: msg`From a giver`,
      plain: ({ fromGiver }, { words }) => (fromGiver ? words._(msg`Yes`) : ''),
    },
    { key: 'slug', head: msg`Slug`, plain: ({ drive }) => drive?.slug ?? '' },
    {
      key: 'email',
      head: msg`Email`,
      cell: ({ email }) => <Writer email={email} />,
      plain: ({ email }) => email ?? '',
    },
    { key: 'words', head: msg`Message`, plain: ({ message }) => message },
    { key: 'came', head: msg`Date`, sortable: true, cell: ({ at }, { language }) => momentIn(language, at) },
    { key: 'decide', head: msg`Decision`, only: ({ state }) => state === 'open', cell: ({ id }) => <Close id={id} /> },
    {
      key: 'closed',
      head: msg`Closed`,
      only: ({ state }) => state === 'closed',
      cell: ({ closedAt }, { language }) => (closedAt ? momentIn(language, closedAt) : '–'),
      plain: ({ closedAt }, { language }) => (closedAt ? momentIn(language, closedAt) : ''),
    },
  ],
  rowKey: ({ id }) => String(id),
  empty: {
    none: ({ state }) => ({
      title: state === 'open' ? msg`No open messages` : msg`No closed messages`,
      text: msg`Reports about pages and questions to support appear here.`,
    }),
    narrowed: { title: msg`No results`, text: msg`No message matches your search.`, all: msg`Show all` },
  },
  foot: ({ count }) => (
    <p className="text-muted">
      <Plural value={count} one="# message" other="# messages" />
    </p>
  ),
  first: msg`Back to the first page`,
})

/** Shows a support message's reason and text. */
export function SupportMessageWords({ supportMessage }: { supportMessage: SupportMessage }) {
  const { id, reason, message, fromGiver } = supportMessage
  const { i18n } = useLingui()
  const number = String(id)
  return (
    <span className="grid gap-1 @2xl:min-w-64">
      <span className="flex flex-wrap items-center gap-2 font-normal text-muted text-sm">
        {reason === 'question' ? <Trans>Question {number}</Trans> : <Trans>Report {number}</Trans>}
        {fromGiver && (
          <Badge>
            <Trans>from a giver</Trans>
          </Badge>
        )}
      </span>
      <span className="font-semibold">{i18n._(supportMessageReasonWords[reason])}</span>
      <span className="wrap-anywhere whitespace-pre-wrap font-normal" dir="auto">
        {message}
      </span>
    </span>
  )
}

function Drive({ drive }: { drive: SupportMessage['drive'] }) {
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

/** The words of decisions about a support message. */
export const closing: DecisionWords<SupportMessage> = {
  page: (_, search) => `/admin/letters${search}`,
  done: { title: msg`Closed` },
  failed: { title: msg`It could not be closed. Please try again.`, tone: 'bad' },
  title: () => msg`Close this message`,
  text: () => msg`Close it when you have done what it asks for, or decided against it.`,
  whyHint: msg`Write what you did. It is kept in the audit log.`,
  confirm: msg`Close`,
  busy: msg`Saving...`,
}
