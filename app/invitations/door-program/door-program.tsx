import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { JoinPart, ShutPart } from './begin.tsx'
import { DoorHead } from './door-head.tsx'
import { FindPart } from './find-part.tsx'
import { LanguageButton } from './language-button.tsx'
import { MorePart } from './more-part.tsx'
import type { Phone } from './phone.ts'
import { ScanPart } from './scan-part.tsx'
import { VerdictPart } from './verdict-part.tsx'

type Props = { phone: Phone; turn: () => void }

/** All that the phone shows. */
export function DoorProgram({ phone, turn }: Props) {
  useSyncExternalStore(phone.listen, () => phone.version)
  useAwake(phone.phase === 'open')
  return (
    <div className="mx-auto grid min-h-dvh max-w-xl content-start gap-4 p-4 pb-10 *:min-w-0">
      <Inside phone={phone} turn={turn} />
    </div>
  )
}

function Inside({ phone, turn }: Props) {
  const { phase, shown } = phone
  if (phase === 'open')
    return (
      <>
        <DoorHead phone={phone} />
        <main id="main" className="grid gap-4 *:min-w-0">
          {shown && <VerdictPart phone={phone} shown={shown} />}
          <div className="contents" hidden={Boolean(shown) && !shown?.done}>
            <ScanPart phone={phone} />
            <FindPart phone={phone} />
            <MorePart phone={phone} turn={turn} />
          </div>
        </main>
      </>
    )
  if (phase === 'joining') return <JoinPart phone={phone} turn={turn} />
  if (phase === 'shut') return <ShutPart phone={phone} />
  return (
    <Still below={phase === 'outside' && <LanguageButton turn={turn} />}>
      {phase === 'starting' && <Trans>One moment...</Trans>}
      {phase === 'elsewhere' && <Trans>The door is open in another tab. Close that one, and this one goes on.</Trans>}
      {phase === 'outside' && (
        <Trans>This phone is no door yet. Ask the host for a code, and scan it with your camera.</Trans>
      )}
    </Still>
  )
}

const Still = ({ children, below }: { children: ReactNode; below: ReactNode }) => (
  <main id="main" className="grid justify-items-start gap-3 py-8">
    <h1 className="text-3xl">
      <Trans>Door</Trans>
    </h1>
    <p className="text-lg">{children}</p>
    {below}
  </main>
)

/** The screen stays on while the door is open. Browsers let go of that whenever the page is hidden. */
function useAwake(when: boolean) {
  useEffect(() => {
    if (!when) return
    const ask = () => {
      if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => {})
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => document.removeEventListener('visibilitychange', ask)
  }, [when])
}
