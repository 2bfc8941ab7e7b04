import { Trans, useLingui } from '@lingui/react/macro'
import type { Editor } from '@tiptap/core'
import { EditorContent, useEditor } from '@tiptap/react'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { faultOf } from '#app/kit/uploads.ts'
import { meantLink, pictureAddress } from '#app/kit/web-address.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Field, Input, usePlace } from '../field.tsx'
import { Progress } from '../progress.tsx'
import { smallerPhoto } from '../use-upload.ts'
import { extensions, messageHtml, pastedHtml } from './extensions.ts'
import { Toolbar } from './toolbar.tsx'

export type RichEditorProps = {
  /** The editor's name for screen readers. */
  label: string
  /** The id of its description, which must always be on the page. */
  describedBy: string
  /** The initial text. */
  html: string
  /** Called with the editor when it is ready, and after each change. */
  onChange: (editor: Editor) => void
  sendPicture: SendPicture
}

/** An editor of rich text. Heavy: loaded when a person begins to write. */
export default function RichEditor({ label, describedBy, html, onChange, sendPicture }: RichEditorProps) {
  const [dialog, setDialog] = useState<'link' | 'picture'>()
  const current = useRef<Editor>(null)
  const arrivals = useArrivals(current, sendPicture)
  const taken = useRef(arrivals.take)
  taken.current = arrivals.take
  const openLink = useRef(() => setDialog('link'))
  const editor = useEditor({
    extensions,
    content: html,
    immediatelyRender: false,
    shouldRerenderOnTransaction: false,
    autofocus: 'start',
    // Signs around words would become bold or italic, and not as people know it from their messages.
    enableInputRules: ['heading', 'bulletList', 'orderedList', 'listItem'],
    enablePasteRules: false,
    onCreate: ({ editor }) => onChange(editor),
    onUpdate: ({ editor }) => onChange(editor),
    editorProps: {
      attributes: {
        class: 'rich min-h-64 px-4 py-4 outline-none',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-describedby': describedBy,
      },
      transformPastedHTML: (pasted) => pastedHtml(pasted, location.origin),
      handlePaste: (_, event) =>
        taken.current(event.clipboardData) || pasteMessage(current.current, event.clipboardData),
      handleDrop: (view, event, _slice, moved) =>
        !moved && taken.current(event.dataTransfer, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos),
      handleKeyDown: (_, event) => {
        const wanted = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey
        if (wanted) openLink.current()
        return wanted
      },
    },
  })
  current.current = editor
  if (!editor) return null
  return (
    <div className="min-w-0 rounded-card border border-edge bg-card focus-within:border-ink">
      <Toolbar editor={editor} onLink={() => setDialog('link')} onPicture={() => setDialog('picture')} />
      {arrivals.underWay.map(({ key, name, part }) => (
        <div key={key} className="border-line border-b px-4 py-2">
          <p className="truncate text-muted text-sm">{name}</p>
          <Progress value={Math.round(part * 100)} max={100} label={name} />
        </div>
      ))}
      <EditorContent editor={editor} />
      {dialog === 'link' && <LinkDialog editor={editor} onClose={() => setDialog(undefined)} />}
      {dialog === 'picture' && (
        <PictureDialog editor={editor} send={sendPicture} onClose={() => setDialog(undefined)} />
      )}
    </div>
  )
}

/** Pastes a message copied on a phone: plain text with signs in it. */
function pasteMessage(editor: Editor | null, data: DataTransfer | null): boolean {
  if (!editor || !data || data.types.includes('text/html')) return false
  const html = messageHtml(data.getData('text/plain'))
  return html !== undefined && editor.commands.insertContent(html)
}

/** Asks for the address of a link; without a selection also for its words. */
function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useLingui()
  const here = editor.isActive('link')
  const [bare] = useState(() => editor.state.selection.empty && !here)
  const [wrong, setWrong] = useState(false)
  const leave = () => {
    onClose()
    // Runs after the dialog has given the focus back to the button that opened it.
    setTimeout(() => editor.view.focus())
  }
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const href = meantLink(String(fields.get('href')))
    if (!href) return setWrong(true)
    if (bare) insert(editor, href, String(fields.get('text')).trim())
    else editor.chain().extendMarkRange('link').setLink({ href }).run()
    leave()
  }
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run()
    leave()
  }
  return (
    <Dialog open onClose={onClose} size="small" title={here ? <Trans>Edit link</Trans> : <Trans>Add a link</Trans>}>
      <form onSubmit={save} noValidate className="grid gap-4">
        <Field
          label={<Trans>Link address</Trans>}
          name="href"
          error={wrong && <Trans>Please enter a web address or an email address.</Trans>}
          hint={<Trans>Such as example.org or mama@example.org</Trans>}
        >
          <Input
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            autoFocus
            defaultValue={editor.getAttributes('link').href ?? ''}
            onChange={() => setWrong(false)}
          />
        </Field>
        {bare && (
          <Field label={<Trans>Words to show</Trans>} name="text" optional>
            <Input autoComplete="off" />
          </Field>
        )}
        <div className="grid gap-3 sm:flex sm:justify-end">
          {here && (
            <Button type="button" variant="secondary" onClick={remove}>
              <Trans>Remove link</Trans>
            </Button>
          )}
          <Button>{here ? t`Save` : t`Add link`}</Button>
        </div>
      </form>
    </Dialog>
  )
}

function insert(editor: Editor, href: string, typed: string) {
  const text = typed || href.replace(/^mailto:/, '')
  const mark = { type: 'link', attrs: { href } }
  editor
    .chain()
    .insertContent({ type: 'text', text, marks: [mark] })
    .unsetMark('link')
    .run()
}

type PictureDialogProps = { editor: Editor; send: SendPicture; onClose: () => void }

/** Inserts a picture, from the device or another site; or changes the description of the selected one. */
function PictureDialog({ editor, send, onClose }: PictureDialogProps) {
  const { t, i18n } = useLingui()
  const [chosen] = useState(() => (editor.isActive('image') ? editor.getAttributes('image') : undefined))
  const [sent, setSent] = useState<number>()
  const [errors, setErrors] = useState<{ image?: string; url?: string }>({})
  const leave = () => {
    onClose()
    setTimeout(() => editor.view.focus())
  }
  const addressOf = async (fields: FormData): Promise<string | undefined> => {
    const file = fields.get('image') as File | null
    if (!file?.size) {
      const src = pictureAddress(String(fields.get('url')))
      if (!src) return void setErrors({ url: t`Choose a picture, or enter an address that begins with https://` })
      return arrived(src)
    }
    const chosenFile = await smallerPhoto(file)
    const fault = faultOf(chosenFile)
    if (fault) return void setErrors({ image: i18n._(fault) })
    return arrived(chosenFile)
  }
  /** A picture on another site is fetched now, too: pages show only our copies. */
  const arrived = async (from: File | string) => {
    setSent(0)
    const src = await send(from, setSent)
    setSent(undefined)
    return src
  }
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sent !== undefined) return
    const fields = new FormData(event.currentTarget)
    const alt = String(fields.get('alt')).trim().slice(0, 300)
    setErrors({})
    const src = chosen ? String(chosen.src) : await addressOf(fields)
    if (!src) return
    if (chosen) editor.commands.updateAttributes('image', { alt })
    else editor.commands.insertContent({ type: 'image', attrs: { src, alt } })
    leave()
  }
  const remove = () => {
    editor.commands.deleteSelection()
    leave()
  }
  return (
    <Dialog open onClose={onClose} title={chosen ? <Trans>Edit image</Trans> : <Trans>Add an image</Trans>}>
      <form onSubmit={(event) => void save(event)} noValidate className="grid gap-4">
        {!chosen && <Sources errors={errors} />}
        <Field
          label={<Trans>Alt text</Trans>}
          name="alt"
          optional
          hint={<Trans>What the picture shows, for those who can’t see it.</Trans>}
        >
          <Input autoComplete="off" maxLength={300} defaultValue={chosen?.alt ?? ''} />
        </Field>
        {sent !== undefined && <Progress value={Math.round(sent * 100)} max={100} label={t`Upload`} />}
        <div className="grid gap-3 sm:flex sm:justify-end">
          {chosen && (
            <Button type="button" variant="secondary" onClick={remove}>
              <Trans>Remove image</Trans>
            </Button>
          )}
          <Button busy={sent !== undefined} busyText={t`Uploading...`}>
            {chosen ? t`Save` : t`Add image`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Sources({ errors }: { errors: { image?: string; url?: string } }) {
  return (
    <>
      <Field
        label={<Trans>Upload an image</Trans>}
        name="image"
        error={errors.image}
        hint={<Trans>A photo of up to 5 MB.</Trans>}
      >
        <FileInput />
      </Field>
      <Field label={<Trans>Or image URL</Trans>} name="url" error={errors.url}>
        <Input inputMode="url" autoCapitalize="none" autoComplete="off" spellCheck={false} placeholder="https://" />
      </Field>
    </>
  )
}

function FileInput() {
  return (
    <input
      {...usePlace<{ name?: string }>({})}
      type="file"
      accept="image/*"
      className="block w-full min-w-0 rounded-control border border-edge bg-card text-sm file:mr-3 file:min-h-11 file:border-0 file:bg-well file:px-4 file:font-semibold file:text-ink aria-invalid:border-stop"
    />
  )
}

/** Keeps a picture, a file or an address elsewhere, and gives its address, or undefined when that failed, which was said by then. */
type SendPicture = (from: File | string, progress: (part: number) => void) => Promise<string | undefined>

type Arrival = { key: number; name: string; part: number }

/** Sends dropped or pasted pictures, one after the other; each appears in the text when it has arrived. */
function useArrivals(editor: RefObject<Editor | null>, send: SendPicture) {
  const [underWay, setUnderWay] = useState<Arrival[]>([])
  const queue = useRef(Promise.resolve())
  const count = useRef(0)

  async function arrive(file: File, at: number | undefined) {
    const key = ++count.current
    setUnderWay((all) => [...all, { key, name: file.name, part: 0 }])
    const progress = (part: number) =>
      setUnderWay((all) => all.map((one) => (one.key === key ? { ...one, part } : one)))
    const mine = queue.current.then(() => send(file, progress))
    queue.current = mine.then(() => {})
    const src = await mine
    setUnderWay((all) => all.filter((one) => one.key !== key))
    const { current } = editor
    if (!src || !current || current.isDestroyed) return
    const { doc, selection } = current.state
    const image = { type: 'image', attrs: { src, alt: '' } }
    current.commands.insertContentAt(Math.min(at ?? selection.to, doc.content.size), image)
  }

  /** Starts sending the pictures among the data; true if there are any. */
  function take(data: DataTransfer | null, at?: number): boolean {
    // A copy from an office program has text and a picture of that text: the text is meant.
    if (!data || data.types.includes('text/html')) return false
    const files = [...data.files].filter((file) => file.type.startsWith('image/'))
    for (const file of files) void arrive(file, at)
    return files.length > 0
  }
  return { underWay, take }
}
