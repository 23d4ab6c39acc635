/** The socket of every chain of every devnet, written out so that a configuration can name it without computing it. */
export const devnetSocket = "0xAF12D521aC39B99BEcCCAC2EaBDDdEC09A822092"
