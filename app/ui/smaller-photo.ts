import { imageMax } from '#app/kit/uploads.ts'

const longestSide = 2048

/**
 * Shrinks a photo that is too large to send: phones take pictures of 8 MB and more. Small photos, other files and formats that this
 * browser does not know stay as they are; then the form refuses a large one.
 */
export async function smallerPhoto(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.size <= imageMax) return file
  try {
    const photo = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, longestSide / Math.max(photo.width, photo.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(photo.width * scale))
    canvas.height = Math.max(1, Math.round(photo.height * scale))
    const draw = canvas.getContext('2d')
    if (!draw) return file
    // A JPEG knows no transparency: empty parts become white and not black.
    draw.fillStyle = '#fff'
    draw.fillRect(0, 0, canvas.width, canvas.height)
    draw.drawImage(photo, 0, 0, canvas.width, canvas.height)
    photo.close()
    const smaller = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
    return smaller && smaller.size < file.size
      ? new File([smaller], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: 'image/jpeg' })
      : file
  } catch {
    return file
  }
}
