import { Plural, Trans } from '@lingui/react/macro'
import { ExternalLink } from 'lucide-react'
import { Button, buttonClass, LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

type PayingProps = {
  base: string
  credits: { remaining: number } | null
  /** Where it is paid. */
  url: string
  /** False when the browser kept the other tab shut. */
  opened: boolean
  hasCome: boolean
  onBack: () => void
}

/** The button that was pressed is gone, and the focus with it. */
const focused = (link: HTMLAnchorElement | null) => link?.focus({ preventScroll: true })

/** What to do while the payment is made in another tab, and what came of it. */
export function Paying({ base, credits, url, opened, hasCome, onBack }: PayingProps) {
  if (hasCome) return <HasCome base={base} remaining={credits?.remaining ?? 0} />
  return (
    <div className="grid gap-5">
      <Notice title={opened ? <Trans>Finish paying in the other tab</Trans> : <Trans>The payment page is ready</Trans>}>
        <p>
          <Trans>We add the views here automatically when the payment arrives. You may close this window.</Trans>
        </p>
      </Notice>
      <div className="grid gap-3 sm:flex sm:flex-wrap sm:justify-end">
        <Button type="button" variant="secondary" onClick={onBack}>
          <Trans>Choose another package</Trans>
        </Button>
        <a
          href={url}
          target="_blank"
          rel="noopener"
          ref={focused}
          className={`${buttonClass({ variant: opened ? 'secondary' : 'primary' })} no-underline`}
        >
          <ExternalLink aria-hidden="true" className="size-5" />
          {opened ? <Trans>Open the payment page again</Trans> : <Trans>Open the payment page</Trans>}
        </a>
      </div>
    </div>
  )
}

function HasCome({ base, remaining }: { base: string; remaining: number }) {
  return (
    <div className="grid gap-5">
      <Notice tone="gain" title={<Trans>Your views have arrived</Trans>}>
        <Plural value={remaining} one="# view left" other="# views left" />
      </Notice>
      <div className="grid sm:justify-items-end">
        <LinkButton to={base} replace preventScrollReset ref={focused}>
          <Trans>Done</Trans>
        </LinkButton>
      </div>
    </div>
  )
}
