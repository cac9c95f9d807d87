/** How often a live view has a picture: the camera needs a second or two for each. */
export const livePictureEveryMs = 3000;
