import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { type FocusEvent, useEffect, useId, useState } from 'react'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import { cx } from '#app/ui/cx.ts'
import { toast } from '#app/ui/toast.tsx'
import type { Shared } from '../share.ts'
import { ShareButton } from '../share-dialog.tsx'

/** The link that is worth more than anything else on these pages. */
export function ShareCard({ shared, compact }: { shared: Shared; compact?: boolean }) {
  const { t } = useLingui()
  const id = useId()
  const { link, slug } = shared
  const choose = (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={cx(
        'no-print grid gap-x-6 gap-y-2 rounded-card border border-line bg-card p-4 sm:px-5 lg:grid-cols-[auto_minmax(0,1fr)] lg:items-center',
        compact && 'md:gap-y-0 md:px-4 md:py-2',
      )}
    >
      <div className={cx(compact && 'max-lg:md:flex max-lg:md:items-baseline max-lg:md:justify-between')}>
        <h2 id={`${id}-title`} className={cx('text-lg', compact && 'md:text-base')}>
          <Trans>Share Your Fundraiser</Trans>
        </h2>
        <p className="text-muted text-sm">
          <Trans>
            Open your campaign{' '}
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
      </div>
      <div className="flex flex-wrap gap-2">
        <input
          readOnly
          value={link}
          aria-label={t`Link to your fundraiser`}
          onFocus={choose}
          className="h-11 min-w-0 flex-1 basis-60 text-ellipsis sm:basis-36 rounded-control border border-edge bg-well px-3 text-[0.9375rem]"
        />
        <CopyButton link={link} />
        <ShareButton shared={shared} copyWords={t`Copy the link`} className={cx(buttonClass({}), 'max-sm:flex-1')}>
          <Trans>Share</Trans>
        </ShareButton>
      </div>
    </section>
  )
}

function CopyButton({ link }: { link: string }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    const done = await copyText(link)
    setCopied(done)
    toast(
      done
        ? { title: t`Link copied to clipboard!`, tone: 'good' }
        : { title: t`Failed to copy link`, text: t`You can copy it from the field.`, tone: 'bad' },
    )
  }
  const Icon = copied ? Check : Copy
  return (
    <Button
      type="button"
      variant="secondary"
      onClick={() => void copy()}
      icon={<Icon aria-hidden="true" className="size-4" />}
      className="needs-script max-sm:flex-1"
    >
      <Trans>Copy Link</Trans>
    </Button>
  )
}
