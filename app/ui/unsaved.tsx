import { Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useState } from 'react'
import { type Blocker, useBlocker } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { Button } from './button.tsx'
import { AlertDialog } from './dialog.tsx'

type UnsavedProps = {
  when: boolean
  /** The form that saves the changes, and its form action's last answer. */
  form: RefObject<HTMLFormElement | null>
  answer: Answer | undefined
  busy: boolean
}

/** Asks before typed text is lost, and can save it first: by the form's own form action, then it goes on. */
export function Unsaved({ when, form, answer, busy }: UnsavedProps) {
  const { t } = useLingui()
  const blocker = useUnsaved(when)
  /** The answer at the time when saving from here began: a newer one that refuses ends the question. */
  const [before, setBefore] = useState<{ answer: Answer | undefined }>()
  const stay = () => {
    setBefore(undefined)
    blocker.reset?.()
  }
  const refused = before && !busy && answer && answer !== before.answer && !answer.ok
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal; the form then shows what is wrong
  useEffect(() => {
    if (refused) stay()
  }, [refused])
  const save = () => {
    // The browser's own errors are shown in the form, not behind this question.
    if (form.current?.checkValidity()) setBefore({ answer })
    else stay()
    form.current?.requestSubmit()
  }
  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      onClose={stay}
      title={<Trans>Leave without saving?</Trans>}
      text={<Trans>What you changed on this page has not been saved yet.</Trans>}
      cancelText={<Trans>Stay here</Trans>}
      confirm={
        <>
          <Button type="button" onClick={save} busy={busy} busyText={t`Saving...`}>
            <Trans>Save and leave</Trans>
          </Button>
          <Button type="button" variant="danger" onClick={() => blocker.proceed?.()}>
            <Trans>Leave without saving</Trans>
          </Button>
        </>
      }
    />
  )
}

/**
 * Blocks leaving the page while something on it is not saved: the router's links and Back, and closing or reloading the tab. A switch
 * to another tab of the same page does not count. `<Unsaved>` asks with the returned blocker.
 */
function useUnsaved(unsaved: boolean): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  useEffect(() => {
    // Saved while the question was open: nothing is left to ask.
    if (!unsaved && blocker.state === 'blocked') blocker.proceed()
  }, [unsaved, blocker])
  return blocker
}
