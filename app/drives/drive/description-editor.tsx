import { Trans, useLingui } from '@lingui/react/macro'
import type { Editor } from '@tiptap/core'
import { type ComponentType, useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { faultOf } from '#app/kit/uploads.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import type { RichEditorProps } from '#app/ui/editor/editor.tsx'
import { FailedState } from '#app/ui/empty-state.tsx'
import { tryAgainOrReload } from '#app/ui/fetched.tsx'
import { FieldError } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { SafeHtml } from '#app/ui/rich-text.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.tsx'
import { Unsaved } from '#app/ui/unsaved.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import { sendWithProgress, smallerPhoto } from '#app/ui/use-upload.ts'
import { claimDraft, claimedEvery, type Draft, draftOf, dropDraft, keepDraft } from './draft.ts'
import { OtherVersion } from './other-version.tsx'
import { paragraphsOf } from './plain-text.ts'

type EditorProps = { saved: Described; first?: Answer; onClose: () => void }

/** Writes the description: from what is saved, or from what was not saved the last time. */
export function DescriptionEditor({ saved, first, onClose }: EditorProps) {
  const { t } = useLingui()
  const hint = useId()
  const { code: RichEditor, failed, again } = useEditorCode(saved.slug)
  const [begun, setBegun] = useState(() => beginning(saved, first))
  const [unsaved, setUnsaved] = useState(begun.from !== 'saved')
  const editor = useRef<Editor>(null)
  /** The editor's own output for the text it began with. */
  const blank = useRef('')
  const draft = useDraft(saved.id, begun.draft)
  const sendPicture = useSendPicture()
  const field = useRef<HTMLTextAreaElement>(null)
  const sending = useRef<HTMLFormElement>(null)
  const changed = (now: Editor) => {
    const fresh = editor.current !== now
    editor.current = now
    if (fresh) blank.current = htmlOf(now)
    if (fresh || (!unsaved && htmlOf(now) === blank.current)) return
    setUnsaved(true)
    draft.keep(() => ({ html: htmlOf(now), version: begun.version, at: Date.now() }))
  }
  const close = () => {
    setUnsaved(false)
    onClose()
  }
  const {
    Form,
    busy,
    answer = first,
  } = useFormAction({
    onDone: () => {
      draft.drop()
      close()
    },
  })
  const others = useOthers(saved, begun.version, busy, answer)
  const afresh = () => {
    draft.drop()
    setBegun({ from: 'saved', html: saved.html, version: saved.version })
    setUnsaved(false)
    editor.current = null
  }
  const form = `${hint}-form`
  const error = answer?.errors?.description
  const write = () => {
    if (field.current) field.current.value = editor.current ? htmlOf(editor.current) : begun.html
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {begun.from === 'draft' && <BroughtBack onAfresh={afresh} />}
      {others && <OtherVersion saved={saved} form={form} busy={busy} written={() => editor.current} />}
      {begun.html === '' && !unsaved && RichEditor && (
        <StoryPrompts onInsert={(html) => setBegun({ ...begun, from: 'typed', html })} />
      )}
      {failed ? (
        <FailedState title={<Trans>The editor could not be loaded</Trans>} onTryAgain={again} />
      ) : RichEditor ? (
        <RichEditor
          key={begun.from}
          label={t`Description`}
          describedBy={hint}
          html={begun.html}
          onChange={changed}
          sendPicture={sendPicture}
        />
      ) : (
        <EditorOnItsWay />
      )}
      <div id={hint} role="alert">
        {error && <FieldError>{error}</FieldError>}
      </div>
      <Form
        id={form}
        ref={sending}
        method="post"
        action={editAddress(saved.slug)}
        onSubmit={write}
        preventScrollReset
        className="flex flex-wrap gap-3"
      >
        <input type="hidden" name="version" value={begun.version} />
        <textarea ref={field} name="description" hidden readOnly defaultValue={begun.html} />
        <Button busy={busy} busyText={t`Saving...`} disabled={!RichEditor}>
          {t`Save`}
        </Button>
        <Button type="button" variant="secondary" disabled={busy} onClick={close}>
          <Trans>Cancel</Trans>
        </Button>
      </Form>
      <Unsaved when={unsaved} form={sending} answer={answer} busy={busy} />
    </div>
  )
}

type Beginning = { from: 'saved' | 'typed' | 'draft'; html: string; version: number; draft?: string }

/** Returns the text to begin with: what was typed before the script ran, else what was not saved the last time. */
function beginning(saved: Described, first: Answer | undefined): Beginning {
  const { description, version, format } = first?.typed ?? {}
  if (description !== undefined) {
    const html = format === 'text' ? paragraphsOf(description) : description
    return { from: 'typed', html, version: Number(version) || saved.version }
  }
  const draft = draftOf(saved.id, Date.now())
  if (draft && draft.html !== saved.html)
    return { from: 'draft', html: draft.html, version: draft.version, draft: draft.key }
  return { from: 'saved', html: saved.html, version: saved.version }
}

function BroughtBack({ onAfresh }: { onAfresh: () => void }) {
  return (
    <Notice
      title={<Trans>This is your text from last time, which was not saved</Trans>}
      action={
        <Button type="button" variant="secondary" size="small" onClick={onAfresh}>
          <Trans>Begin with the saved text</Trans>
        </Button>
      }
    />
  )
}

/** Returns what is written, without the empty paragraph that the editor keeps at its end. */
const htmlOf = (editor: Editor) => editor.getHTML().replace(/(<p><\/p>)+$/, '')

/** Whether another window has saved since this text was begun. Does not change while this one is being saved. */
function useOthers(saved: Described, version: number, busy: boolean, answer: Answer | undefined): boolean {
  const { revalidate } = useRevalidator()
  useLive([`drive:${saved.id}`])
  const refused = answer?.ok === false && answer
  useEffect(() => {
    // A refusal may mean that there is something newer to see.
    if (refused) void revalidate()
  }, [refused, revalidate])
  const others = useRef(false)
  if (!busy) others.current = saved.version !== version && !answer?.ok
  return others.current
}

/** The questions that givers ask, offered as headings to the person who has not written anything yet. */
function StoryPrompts({ onInsert }: { onInsert: (html: string) => void }) {
  const { t } = useLingui()
  const questions = [
    t`Who needs help?`,
    t`What happened?`,
    t`How much is needed, and for what?`,
    t`By when?`,
    t`Who holds the money?`,
  ]
  return (
    <section className="rounded-card border border-line bg-card p-4">
      <p className="text-muted">
        <Trans>Not sure how to begin? Givers want to know:</Trans>
      </p>
      <ul className="my-2 list-disc pl-5">
        {questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
      <Button
        type="button"
        variant="secondary"
        size="small"
        onClick={() => onInsert(questions.map((question) => `<h2>${question}</h2><p></p>`).join(''))}
      >
        <Trans>Insert these as headings</Trans>
      </Button>
    </section>
  )
}

/** Sends one picture of a text, or the address of one elsewhere; what went wrong is said in a toast, and nothing is put into the text. */
function useSendPicture() {
  const { t, i18n } = useLingui()
  const interrupted = useRef('')
  interrupted.current = t`The upload was interrupted. Please try again.`
  return async (from: File | string, progress: (part: number) => void): Promise<string | undefined> => {
    const file = typeof from === 'string' ? undefined : await smallerPhoto(from)
    const fault = file && faultOf(file)
    if (fault) return void toast({ title: i18n._(fault), tone: 'bad' })
    const fields = new FormData()
    if (file) fields.set('image', file)
    else fields.set('address', String(from))
    const answer = await sendWithProgress('/dashboard/picture', fields, progress)
    if (answer?.ok && answer.gave) return String(answer.gave.url)
    const words = answer?.errors?.image ?? answer?.errors?.address
    toast(answer?.says ?? { title: words ?? interrupted.current, tone: 'bad' })
    return undefined
  }
}

/**
 * Keeps what is being written a moment after each change, and at once when the page is left or hidden. `taken` is the
 * draft of a tab that is gone, which this one goes on with.
 */
function useDraft(driveId: string, taken: string | undefined) {
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; draft: () => Draft }>(undefined)
  const flush = useRef(() => {
    if (!waiting.current) return
    clearTimeout(waiting.current.timer)
    keepDraft(driveId, waiting.current.draft())
    waiting.current = undefined
  })
  useEffect(() => {
    const now = flush.current
    const leave = () => {
      now()
      claimDraft(driveId, 0)
    }
    const claiming = setInterval(() => claimDraft(driveId, Date.now()), claimedEvery)
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', now)
    return () => {
      clearInterval(claiming)
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', now)
      leave()
    }
  }, [driveId])
  /** The draft is read only when it is kept: serializing a long text costs more than a key press may. */
  const keep = (draft: () => Draft) => {
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = { timer: setTimeout(flush.current, 400), draft }
  }
  const drop = () => {
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = undefined
    dropDraft(driveId)
    if (taken) dropDraft(driveId, taken)
  }
  return { keep, drop }
}

/** A drive's description as its own page knows it. */
export type Described = {
  id: string
  slug: string
  version: number
  /** The saved HTML, which the editor begins with. */
  html: string
  /** The HTML as pages show it. */
  shown: SafeHtml | null
}

/** Returns the editor's address: one of its own, so that a page without a script comes back to it. */
export const editAddress = (slug: string): string => `/fund-drive/${slug}/description?edit=1`

/** Fills the editor's place while it loads, as tall as the editor. */
export const EditorOnItsWay = ({ className }: { className?: string }) => (
  <Loading
    label={<Trans>Loading the editor...</Trans>}
    className={cx('rounded-card border border-line bg-card', className)}
  >
    <div className="flex gap-2 overflow-hidden border-line border-b p-2">
      {Array.from({ length: 12 }, (_, nr) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <Skeleton key={nr} className="size-9 shrink-0" />
      ))}
    </div>
    <div className="grid min-h-64 content-start gap-3 p-4">
      <Skeleton className="h-7 w-1/2" />
      <Skeleton className="h-4" />
      <Skeleton className="h-4 w-5/6" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  </Loading>
)

type Code = ComponentType<RichEditorProps>
const fetchEditor = () => import('#app/ui/editor/editor.tsx').then((module) => module.default as Code)

/** Fetches the editor beforehand, when a person is about to ask for it. */
export const warmEditor = () => void fetchEditor().catch(() => {})

/** The editor's code, which is large and only fetched here. */
function useEditorCode(slug: string) {
  const [code, setCode] = useState<Code>()
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try fetches again
  useEffect(() => {
    let left = false
    setFailed(false)
    fetchEditor().then(
      (found) => !left && setCode(() => found),
      () => !left && setFailed(true),
    )
    return () => {
      left = true
    }
  }, [tries])
  const reload = () => location.assign(editAddress(slug))
  return { code, failed, again: () => tryAgainOrReload(() => setTries((tries) => tries + 1), reload) }
}
