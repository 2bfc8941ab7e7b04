import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { moneyText } from '#app/kit/money.ts'
import type { Says } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { listView } from '#app/ui/list-view.tsx'
import { goneBackWords } from './gift-words.ts'

/** A gift as its giver sees it. */
export type GivenRow = {
  id: number
  amount: number
  /** The part that went back, and the part of that which their bank took. */
  reversed: number
  chargedBack: number
  anonymous: boolean
  message: string
  receipt: string
  at: Date
  title: string
  slug: string
  /** Its code in the drive's public book. */
  ref: string
  /** True if its drive can still send it back. The page finds out. */
  canAskBack?: boolean
}

export const givingSays = {
  forgotten: { title: msg`You are forgotten there` },
  notForgotten: { title: msg`Nothing was forgotten. Please try again.`, tone: 'bad' },
} satisfies Record<string, Says>

/** The list of a person's gifts, with the receipts. */
export const givenView = listView<GivenRow>()({
  address: '/giving',
  caption: msg`Your gifts`,
  fields: {},
  columns: [
    { key: 'drive', head: msg`Fundraiser`, lead: true, cell: (gift) => <Drive {...gift} /> },
    { key: 'amount', head: msg`Amount`, align: 'right', cell: (gift) => <Amount {...gift} /> },
    { key: 'at', head: msg`Date`, cell: ({ at }, { language }) => momentIn(language, at) },
    {
      key: 'message',
      head: msg`Message`,
      bare: ({ message }) => message === '',
      cell: ({ message }) => (
        <span className="wrap-anywhere whitespace-pre-wrap" dir="auto">
          {message}
        </span>
      ),
    },
    { key: 'ways', head: msg`What you can do`, cell: (gift) => <Ways {...gift} /> },
  ],
  rowKey: ({ id }) => String(id),
  empty: {
    none: {
      title: msg`No gifts yet`,
      text: msg`What you give shows up here, with its receipt, if you gave your confirmed email address or paid from your confirmed phone.`,
    },
  },
  level: 3,
})

const Drive = ({ title, slug, anonymous }: GivenRow) => (
  <span className="inline-grid justify-items-start gap-1">
    <Link to={`/fundraiser/${slug}`} className="wrap-anywhere inline-flex min-h-11 items-center text-link" dir="auto">
      {title}
    </Link>
    {anonymous && (
      <Badge>
        <Trans>Given anonymously</Trans>
      </Badge>
    )}
  </span>
)

function Amount({ amount, reversed, chargedBack }: GivenRow) {
  const { i18n } = useLingui()
  const back = moneyText(reversed)
  return (
    <span className="inline-grid justify-items-end gap-1">
      {moneyText(amount)}
      {reversed > 0 && (
        <span className="text-muted text-sm">
          {i18n._(goneBackWords({ amount, reversed, chargedBack }))}: {back}
        </span>
      )}
    </span>
  )
}

/** Where a giver reads what became of a gift. */
const becameOf = ({ slug, ref }: Pick<GivenRow, 'slug' | 'ref'>): string => `/fundraiser/${slug}/book?code=${ref}`

const Ways = ({ id, receipt, slug, ref, canAskBack }: GivenRow) => (
  <span className="flex flex-wrap justify-end gap-2 @2xl:justify-start">
    <LinkButton to={`/receipt/${receipt}`} variant="secondary" size="small">
      <Trans>Receipt</Trans>
    </LinkButton>
    <LinkButton to={becameOf({ slug, ref })} variant="secondary" size="small">
      <Trans>What became of it</Trans>
    </LinkButton>
    {canAskBack && (
      <LinkButton to={`/receipt/${receipt}/back`} variant="secondary" size="small">
        <Trans>Ask back</Trans>
      </LinkButton>
    )}
    <LinkButton to={`/giving/forget?gift=${id}`} variant="ghost" size="small" preventScrollReset>
      <Trans>Forget me</Trans>
    </LinkButton>
  </span>
)
