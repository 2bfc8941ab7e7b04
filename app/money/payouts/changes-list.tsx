import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { Notice } from '#app/ui/notice.tsx'
import { changeStates, changeWords } from './change.ts'
import type { ChangeShown, OpenChanges } from './changes.server.ts'
import { tooFewCount } from './payout.ts'

/** Shows the owner and the treasurers what is about to change, and whether too few of them count. */
export function ChangesNotice({ base, shown: { changes, few } }: { base: string; shown: OpenChanges }) {
  const { i18n } = useLingui()
  if (changes.length === 0 && !few) return null
  const next = few?.next && { name: few.next.name, when: momentIn(i18n.locale as Language, few.next.since) }
  const isBackAlone = !few && changes.every(({ kind }) => kind === 'give_back')
  return (
    <Notice
      tone="warn"
      title={isBackAlone ? <Trans>Give everything back</Trans> : <Trans>Who must agree</Trans>}
      action={
        <Link to={`${base}/changes`} className="inline-flex min-h-11 items-center text-link">
          <Trans>Changes of who must agree</Trans>
        </Link>
      }
    >
      <ul className="grid gap-2">
        {few && <li>{i18n._(tooFewCount(few.counting, next || undefined))}</li>}
        {changes.map((change) => (
          <li key={change.id}>
            <ChangeLine change={change} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Says what changes and when, who objected and why, and what an administrator decided. */
export function ChangeLine({ change }: { change: ChangeShown }) {
  const { t, i18n } = useLingui()
  const { state, from, heldBy, heldAt, why, isDecided, decidedWhy, atOnce, ended } = change
  const facts = { ...change, name: change.name ?? t`A treasurer`, owner: change.owner ?? t`The owner` }
  const when = momentIn(i18n.locale as Language, from)
  const objector = heldBy ?? t`A treasurer`
  const stands = [
    ...(atOnce ? [] : [i18n._(changeStates[state])]),
    ...(ended ? [momentIn(i18n.locale as Language, ended)] : []),
  ]
  const letThrough = isDecided && (state === 'waiting' || state === 'done')
  return (
    <div className="grid gap-1">
      <p className="wrap-anywhere" dir="auto">
        {i18n._(changeWords(facts, when))}
      </p>
      <p className="figures text-sm">{stands.join(' · ')}</p>
      {heldAt && (
        <p className="wrap-anywhere text-sm" dir="auto">
          {why ? t`${objector} has objected: ${why}` : t`${objector} has objected.`}
        </p>
      )}
      {letThrough && (
        <p className="wrap-anywhere text-sm" dir="auto">
          <Trans>An administrator let it through: {decidedWhy}</Trans>
        </p>
      )}
      {state === 'dropped' && decidedWhy && (
        <p className="wrap-anywhere text-sm" dir="auto">
          <Trans>An administrator dropped it: {decidedWhy}</Trans>
        </p>
      )}
    </div>
  )
}
