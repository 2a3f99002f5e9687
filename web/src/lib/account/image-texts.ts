import { defineMessages } from '@/lib/text/messages'

/** What is said about images that are chosen and uploaded. */
export const imageTexts = defineMessages({
  // Prescribed, as it stands (ITEM-11).
  most: { id: 'images.most', defaultMessage: 'Maximum 3 images can be send at a time.' },
  type: {
    id: 'images.type',
    defaultMessage: 'This file format is not supported. Please upload JPG, PNG, JPEG, or GIF images only.',
  },
  size: { id: 'images.size', defaultMessage: 'The picture may have at most 25 MB.' },
  damaged: { id: 'images.damaged', defaultMessage: 'This picture cannot be read. Please choose another one.' },
  uploading: { id: 'images.uploading', defaultMessage: 'Uploading…' },
})
