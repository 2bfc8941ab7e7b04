import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  Banknote,
  CalendarCheck,
  ChartColumn,
  FileCheck,
  FileText,
  HandCoins,
  House,
  Images,
  Info,
  Mails,
  Megaphone,
  MessageSquare,
  Settings,
  Users,
  Video,
} from 'lucide-react'
import type { HelperRole } from '#app/kit/rights.ts'

const icon = { 'aria-hidden': true, className: 'size-5' } as const

type Waits = { comments: number; visits: number }
type Who = {
  helps?: HelperRole | null
  looks?: boolean
  /** The slug of the drive's invitation, where it has one. */
  gathering?: string | undefined
}

/** The pages of a drive, as the sidebar groups them, with what waits for the owner there. Helpers, and those who only look, have fewer. */
export function useCampaignWays(slug: string, waits: Waits, { helps = null, looks = false, gathering }: Who = {}) {
  const { t } = useLingui()
  const at = (page: string) => `/fund-drive/${slug}/${page}`
  const way = (page: string, label: string, Icon: typeof House, within: readonly string[] = []) => ({
    to: at(page),
    label,
    icon: <Icon {...icon} />,
    within: within.map(at),
  })
  const waitingOf = (count: number) => ({
    count,
    says: t`${plural(count, { one: '# needs your answer', other: '# need your answer' })}`,
  })
  const all = [
    { items: [way('home', t`Home`, House)] },
    {
      title: t`Personalization`,
      items: [
        way('info', t`Info`, Info),
        way('description', t`Description`, FileText),
        way('images', t`Images`, Images),
        way('video', t`Video`, Video),
      ],
    },
    {
      title: t`Utilities`,
      items: [
        way('donations', t`Donations`, HandCoins),
        way('payouts', t`Payouts`, Banknote, ['money']),
        { ...way('comments', t`Comments`, MessageSquare), waiting: waitingOf(waits.comments) },
        { ...way('rsvps', t`RSVPs`, CalendarCheck), waiting: waitingOf(waits.visits) },
        way('updates', t`Updates`, Megaphone),
        way('papers', t`Papers`, FileCheck, ['beneficiary']),
      ],
    },
    {
      items: [
        way('pledges', t`The group`, Users, groupPages),
        gathering
          ? { ...way('invite', t`Invitations`, Mails), to: `/gathering/${gathering}/home` }
          : way('invite', t`Invitations`, Mails),
      ],
    },
    {
      title: t`Settings`,
      items: [way('analytics', t`Analytics`, ChartColumn), way('settings', t`Settings`, Settings)],
    },
  ]
  if (!helps && !looks) return all
  const isTheirs = ({ to }: { to: string }) => {
    if (to.startsWith('/gathering/')) return looks || helps === 'secretary'
    const page = to.split('/').at(-1)!
    return helps ? forHelpers[helps].has(page) : !forOwners.has(page)
  }
  return all.flatMap(({ items, ...group }) => {
    const theirs = items.filter(isTheirs)
    return theirs.length > 0 ? [{ ...group, items: theirs }] : []
  })
}

/** The pages of what a group gives and promises. One entry of the sidebar leads to them. */
export const groupPages = ['pledges', 'recorded', 'bridge', 'list'] as const

/** The pages that helpers may open; the routes say what each page needs. */
const forHelpers: Record<HelperRole, Set<string>> = {
  treasurer: new Set(['home', 'donations', 'payouts', 'updates', 'pledges']),
  secretary: new Set(['home']),
}

/** Pages with nothing to look at: they are there to be filled in. */
const forOwners = new Set(['invite'])
