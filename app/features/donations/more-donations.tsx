import { Trans, useLingui } from '@lingui/react/macro'
import { MoreLink } from '#app/ui/more-link.tsx'
import { toast } from '#app/ui/toast.tsx'
import { type DonationPage, says } from './donation.ts'
import { received } from './known.ts'

type MoreProps = { slug: string; next: number; onMore: (older: DonationPage) => void }

/** Leads to older gifts. */
export function MoreDonations({ slug, next, onMore }: MoreProps) {
  const { i18n, t } = useLingui()
  const load = async () => {
    const older = await partAfter(slug, next)
    onMore(older)
    const [first] = older.donations
    return first && `donation-${first.id}`
  }
  return (
    <MoreLink
      to={`/fundraiser/${slug}?tab=donations&donations=${next}`}
      load={load}
      failed={i18n._(says.notLoaded)}
      onFailed={() => toast({ title: i18n._(says.notLoaded), text: t`Please try again.`, tone: 'bad' })}
    >
      <Trans>Show more donations</Trans>
    </MoreLink>
  )
}

async function partAfter(slug: string, next: number): Promise<DonationPage> {
  const answer = await fetch(`/fundraiser/${slug}/donations.json?before=${next}`)
  if (!answer.ok) throw new Error(`the donations were answered with ${answer.status}`)
  return received((await answer.json()) as DonationPage)
}
