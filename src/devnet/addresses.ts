// The same on every chain of every devnet, written out so that a configuration can name them without computing them.

export const devnetSocket = "0xAF12D521aC39B99BEcCCAC2EaBDDdEC09A822092"
export const devnetSwitchboard = "0x4c7a1ffaA7407DD304C960027A0C6D8D71808062"
