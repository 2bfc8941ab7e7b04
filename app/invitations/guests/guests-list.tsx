import { msg } from '@lingui/core/macro'
import { briefDayIn } from '#app/kit/time.ts'
import { listView } from '#app/ui/list-view.tsx'
import { AnswersCell, CameIn, Gifts, GuestCell, StepsCell, SumsCell } from './guest-cells.tsx'
import type { GuestCount, GuestRow } from './guest-row.ts'
import { guestFields } from './guests-fields.ts'
import { invitationStateWords } from './invitation.ts'

type More = { slug: string }

/** The fields and columns about gifts, for readers who may see them. */
export const ofGifts = ['pledge', 'gifts', 'pledged', 'paid']

/** The guests of a gathering, by their names. Its file has columns for each occasion beside these: see guests-file.server.ts. */
export const guestsView = listView<GuestRow, GuestCount, More>()({
  address: '/gathering/:slug/guests',
  caption: msg`Guests`,
  fields: guestFields,
  columns: [
    {
      key: 'name',
      head: msg`Guest`,
      lead: true,
      cell: (row, { more }) => <GuestCell row={row} slug={more.slug} />,
      plain: ({ name }) => name,
    },
    { key: 'phone', head: msg`Phone`, plain: ({ phone }) => phone ?? '' },
    { key: 'email', head: msg`Email`, plain: ({ email }) => email ?? '' },
    { key: 'group', head: msg`Group`, plain: ({ groups }) => groups.join(', ') },
    {
      key: 'card',
      head: msg`Card`,
      bare: ({ sentAt, seenOn, thankedAt }) => !sentAt && !seenOn && !thankedAt,
      cell: (row) => <StepsCell row={row} />,
    },
    {
      key: 'sent',
      head: msg`Sent`,
      plain: ({ sentAt }, { language }) => (sentAt ? briefDayIn(language, sentAt) : ''),
    },
    {
      key: 'seen',
      head: msg`Seen`,
      plain: ({ seenOn }) => seenOn ?? '',
    },
    {
      key: 'answer',
      head: msg`Answer`,
      cell: ({ answers, uninvited }) => <AnswersCell {...{ answers, uninvited }} />,
      plain: ({ answers }, { words }) =>
        answers
          .map(({ occasion, state, people }) =>
            [occasion, words._(invitationStateWords[state]), people || ''].filter(Boolean).join(' '),
          )
          .join('; '),
    },
    {
      key: 'gifts',
      head: msg`Gifts`,
      bare: ({ pledged, paid }) => pledged + paid === 0,
      cell: (row) => <Gifts row={row} />,
    },
    {
      key: 'pledged',
      head: msg`Pledged`,
      fileHead: msg`Pledged (KES)`,
      plain: ({ pledged }) => pledged / 100,
    },
    {
      key: 'paid',
      head: msg({ message: 'Paid', context: 'guest' }),
      fileHead: msg`Paid (KES)`,
      plain: ({ paid }) => paid / 100,
    },
    {
      key: 'came',
      head: msg({ message: 'Came', context: 'guest' }),
      align: 'right',
      bare: ({ came }) => came.length === 0,
      cell: (row) => <CameIn row={row} />,
    },
    {
      key: 'thanked',
      head: msg({ message: 'Thanked', context: 'guest' }),
      plain: ({ thankedAt }, { language }) => (thankedAt ? briefDayIn(language, thankedAt) : ''),
    },
    { key: 'note', head: msg`Note`, plain: ({ note }) => note },
  ],
  rowKey: ({ id }) => id,
  empty: {
    none: {
      title: msg`No guests yet.`,
      text: msg`Paste your list from WhatsApp, add one, or share the open link.`,
    },
    narrowed: { title: msg`No such guests`, all: msg`Show all guests` },
  },
  foot: (totals) => <SumsCell totals={totals} />,
  first: msg`First names`,
  hidesBar: true,
  keepHead: true,
  dense: true,
  folds: 'always',
  level: 3,
})
