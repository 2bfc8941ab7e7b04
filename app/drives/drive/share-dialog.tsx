import { Trans } from '@lingui/react/macro'
import { Share2 } from 'lucide-react'
import { type MouseEvent, type ReactNode, Suspense, startTransition, useMemo, useState } from 'react'
import { buttonClass } from '#app/ui/button.tsx'
import { fetched } from '#app/ui/fetched.tsx'
import { openSheet, Sheet } from '#app/ui/sheet.tsx'
import { handover, whenNear } from '#app/ui/static-page.ts'
import type { Shared } from './share.ts'

const { near, come } = whenNear()

/** The server draws them with the page; their code comes later. */
const ShareWays = fetched(async () => {
  await near
  return (await import('./share-ways.tsx')).ShareWays
})

type ShareButtonProps = {
  shared: Shared
  /** The button's label; 'SHARE' by default. */
  children?: ReactNode
  className?: string
}

/** The SHARE button with its dialog 'Share this fundraiser'. It opens without a script, too. */
export function ShareButton({ shared, children, className = buttonClass({ variant: 'secondary' }) }: ShareButtonProps) {
  const id = `share-${shared.slug}`
  const [first] = useState(shared)
  const [isNear, setNear] = useState(!handover())
  const current = isNear ? shared : first
  // The server's HTML stays until the code is loaded: an update would have to wait for it.
  const ways = useMemo(
    () => (
      <Suspense>
        <ShareWays shared={current} />
      </Suspense>
    ),
    [current],
  )
  const point = () => {
    come()
    startTransition(() => setNear(true))
  }
  const hands = { onPointerEnter: point, onFocus: point }
  const open = (event: MouseEvent<HTMLButtonElement>) => {
    point()
    openSheet(event)
  }
  return (
    <>
      <button type="button" popoverTarget={id} {...hands} onClick={open} className={className}>
        <Share2 aria-hidden="true" className="size-5" />
        {children ?? <Trans>SHARE</Trans>}
      </button>
      <Sheet id={id} title={<Trans>Share this fundraiser</Trans>}>
        <div {...hands}>{ways}</div>
      </Sheet>
    </>
  )
}
