import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { type FocusEvent, type MouseEvent, useId } from 'react'
import { Link, useFetcher } from 'react-router'
import type { Says } from '#app/kit/says.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { useReadOnly } from '#app/ui/read-only.tsx'
import { PaybillLine } from '../paybill-line.tsx'
import type { Shared } from '../share.ts'
import { ShareButton } from '../share-dialog.tsx'
import { useCopied } from '../use-copied.ts'
import { type LinkCard, LinkCardPreview } from './link-card.tsx'

type ShareCardProps = {
  shared: Shared
  /** How many people can still open the page; null for a person who can't buy more. */
  views: number | null
  compact?: boolean
  card?: LinkCard | undefined
}

/** The link that is worth more than anything else on these pages. */
export function ShareCard({ shared, views, compact, card }: ShareCardProps) {
  const { t } = useLingui()
  const id = useId()
  const { link, slug } = shared
  const choose = (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={cx(
        'no-print grid gap-x-6 gap-y-2 rounded-card border border-line bg-card p-4 sm:px-5 lg:grid-cols-[fit-content(15rem)_minmax(0,1fr)] lg:items-center',
        compact && 'md:gap-y-0 md:px-4 md:py-2',
      )}
    >
      <div className={cx(compact && 'max-lg:md:flex max-lg:md:items-baseline max-lg:md:justify-between')}>
        <h2 id={`${id}-title`} className={cx('text-lg', compact && 'md:text-base')}>
          <Trans>Share Your Fundraiser</Trans>
        </h2>
        <p className="text-muted text-sm">
          <Trans>
            See your page{' '}
            <a
              href={`/fundraiser/${slug}`}
              target="_blank"
              rel="noopener"
              className={cx('inline-block text-link', compact ? 'py-2 md:py-0.5' : 'py-2')}
            >
              from here
            </a>
            .
          </Trans>
        </p>
        {shared.paybill && <PaybillLine paybill={shared.paybill} className="mb-1 text-sm" />}
        {views !== null && <ViewsLeft slug={slug} views={views} />}
      </div>
      <div id="share" className="flex flex-wrap gap-2" onClickCapture={useShares(slug)}>
        <input
          readOnly
          value={link}
          aria-label={t`Link to your fund drive`}
          onFocus={choose}
          className="h-11 min-w-0 flex-1 basis-60 text-ellipsis sm:basis-36 rounded-control border border-edge bg-well px-3 text-[0.9375rem]"
        />
        <CopyButton link={link} />
        <ShareButton shared={shared} className={cx(buttonClass({}), 'max-sm:flex-1')}>
          <Trans>Share</Trans>
        </ShareButton>
      </div>
      {card && <LinkCardPreview card={card} />}
      {!compact && views !== null && <MoreWays slug={slug} hasCode={Boolean(shared.paybill)} />}
    </section>
  )
}

/** Links to what is shared on paper and by word of mouth, and to the people who help. */
function MoreWays({ slug, hasCode }: { slug: string; hasCode: boolean }) {
  const { t } = useLingui()
  const ways = [
    { to: 'poster', label: t`Print a poster` },
    ...(hasCode ? [{ to: 'settings#code', label: t`Choose a code` }] : []),
    { to: 'settings/helpers', label: t`Invite a helper` },
  ]
  return (
    <nav aria-label={t`More ways`} className="-my-1 flex flex-wrap gap-x-5 lg:col-span-2">
      {ways.map(({ to, label }) => (
        <Link key={to} to={`/fund-drive/${slug}/${to}`} className="inline-flex min-h-11 items-center text-link text-sm">
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** Shows how many people can still open the link, before it is sent to more. */
const ViewsLeft = ({ slug, views }: { slug: string; views: number }) => (
  <p className="text-muted text-sm">
    <Plural
      value={views}
      _0="No views are left: visitors can’t read the page."
      one="Your page can be seen by # more person."
      other="Your page can be seen by # more people."
    />{' '}
    <Link to={`/fund-drive/${slug}/payouts/buy-views`} className="inline-block py-2 text-link md:py-0.5">
      <Trans>Buy more views</Trans>
    </Link>
  </p>
)

/** Counts that the owner shared: a link to a network, the phone's own ways, or the link copied; not what opens or closes. */
function useShares(slug: string) {
  const { submit } = useFetcher()
  const mayChange = !useReadOnly()
  return ({ target }: MouseEvent) => {
    const pressed = target instanceof Element && target.closest('a, button')
    if (!pressed || !mayChange || pressed.matches('[popovertarget], [aria-label]')) return
    void submit({}, { method: 'post', action: `/fund-drive/${slug}/home/shares` })
  }
}

const copySays = {
  copied: { title: msg`Link copied to clipboard!` },
  notCopied: { title: msg`Failed to copy link`, text: msg`You can copy it from the field.`, tone: 'bad' },
} satisfies Record<string, Says>

function CopyButton({ link }: { link: string }) {
  const { copied, copy } = useCopied(link, copySays)
  const Icon = copied ? Check : Copy
  return (
    <Button
      type="button"
      variant="secondary"
      onClick={copy}
      icon={<Icon aria-hidden="true" className="size-4" />}
      className="needs-script max-sm:flex-1"
    >
      <Trans>Copy Link</Trans>
    </Button>
  )
}
