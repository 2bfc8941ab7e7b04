import { Trans } from '@lingui/react/macro'
import { Share2 } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { buttonClass } from '#app/ui/button.tsx'
import { fetched } from '#app/ui/fetched.tsx'
import { openSheet, Sheet } from '#app/ui/sheet.tsx'
import type { Shared } from './share.ts'

/** The server draws them with the page; their code comes after everything else. */
const ShareWays = fetched(async () => (await import('./share-ways.tsx')).ShareWays)

type ShareButtonProps = {
  shared: Shared
  /** What the button says; 'SHARE' when nothing is given. */
  children?: ReactNode
  className?: string
}

/** The SHARE button with its dialog 'Share this fundraiser'. It opens without a script, too. */
export function ShareButton({ shared, children, className = buttonClass({ variant: 'secondary' }) }: ShareButtonProps) {
  const id = `share-${shared.slug}`
  return (
    <>
      <button type="button" popoverTarget={id} onClick={openSheet} className={className}>
        <Share2 aria-hidden="true" className="size-5" />
        {children ?? <Trans>SHARE</Trans>}
      </button>
      <Sheet id={id} title={<Trans>Share this fundraiser</Trans>}>
        <Suspense>
          <ShareWays shared={shared} />
        </Suspense>
      </Sheet>
    </>
  )
}
