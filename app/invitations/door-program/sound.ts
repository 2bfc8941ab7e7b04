// A sound and a shake for each colour: helpers look at the guest, not at the phone.

type Colour = 'green' | 'amber' | 'red' | 'grey'

const tones: Record<Colour, number[]> = { green: [880, 1320], amber: [520, 520], red: [220, 180, 220], grey: [320] }
const shakes: Record<Colour, number[]> = { green: [40], amber: [80, 60, 80], red: [250, 80, 250], grey: [80] }

let made: AudioContext | undefined

export function soundOf(colour: Colour): void {
  navigator.vibrate?.(shakes[colour])
  try {
    made ??= new AudioContext()
    const context = made
    tones[colour].forEach((tone, nr) => {
      const [sound, loud] = [context.createOscillator(), context.createGain()]
      const from = context.currentTime + nr * 0.13
      sound.frequency.value = tone
      loud.gain.setValueAtTime(0.12, from)
      loud.gain.exponentialRampToValueAtTime(0.001, from + 0.12)
      sound.connect(loud).connect(context.destination)
      sound.start(from)
      sound.stop(from + 0.13)
    })
  } catch {
    // A phone without sound still has its colours.
  }
}
