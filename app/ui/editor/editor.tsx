import type { Editor } from '@tiptap/core'
import { EditorContent, useEditor } from '@tiptap/react'
import { useRef, useState } from 'react'
import { Progress } from '../progress.tsx'
import { extensions } from './extensions.ts'
import { LinkDialog } from './link-dialog.tsx'
import { messageHtml, pastedHtml } from './pasted.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { Toolbar } from './toolbar.tsx'
import { type SendPicture, useArrivals } from './use-arrivals.ts'

export type RichEditorProps = {
  /** What it is called, for those who can't see it. */
  label: string
  /** The id of what is said about it. It has to be there all the time. */
  describedBy: string
  /** What it begins with. */
  html: string
  /** Called with the editor when it is there, and after each change. */
  onChange: (editor: Editor) => void
  sendPicture: SendPicture
}

/** Writes rich text. Heavy: fetched when a person begins to write. */
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
    // Signs around words would become bold or slanted, and not as people know it from their messages.
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

/** A message that is copied from a phone comes as plain text with signs in it. */
function pasteMessage(editor: Editor | null, data: DataTransfer | null): boolean {
  if (!editor || !data || data.types.includes('text/html')) return false
  const html = messageHtml(data.getData('text/plain'))
  return html !== undefined && editor.commands.insertContent(html)
}
