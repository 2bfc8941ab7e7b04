import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Switch } from '#app/ui/switch.tsx'

/** The switches of an occasion, for its host. */
export type Switches = Record<
  'shared' | 'approves' | 'waits' | 'showsCount' | 'showsList' | 'streamOpen' | 'walkIns',
  boolean
>

/** The switches of a new occasion. */
export const usualSwitches: Switches = {
  shared: false,
  approves: false,
  waits: true,
  showsCount: true,
  showsList: false,
  streamOpen: false,
  walkIns: true,
}

/** The switches' fields. Each is sent as 'on', or not at all. */
export function SwitchFields({ switches, answer }: { switches: Switches; answer: Answer | undefined }) {
  const one = (name: keyof Switches, label: ReactNode, hint?: ReactNode) => (
    <Switch
      key={name}
      name={name}
      label={label}
      hint={hint}
      defaultChecked={answer?.typed ? answer.typed[name] === 'on' : switches[name]}
    />
  )
  return (
    <div className="grid gap-3">
      {one(
        'shared',
        <Trans>Anybody with the open link may answer</Trans>,
        <Trans>Off: only guests on your list, each with a link of their own.</Trans>,
      )}
      {one('approves', <Trans>I approve answers by the open link</Trans>)}
      {one(
        'waits',
        <Trans>Keep a waitlist when it is full</Trans>,
        <Trans>A free seat is offered to the first in line whose party fits.</Trans>,
      )}
      {one('showsCount', <Trans>Guests see how many come</Trans>)}
      {one('showsList', <Trans>Guests see who comes</Trans>, <Trans>Only the names of those who agree to it.</Trans>)}
      {one(
        'streamOpen',
        <Trans>The livestream is for everyone</Trans>,
        <Trans>Off: only for guests with a link of their own.</Trans>,
      )}
      {one('walkIns', <Trans>The door lets in people who are not on the list</Trans>)}
    </div>
  )
}
