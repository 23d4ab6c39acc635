// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Interface of the contract that lists transmitters and sets their fee
interface ITransmitManager {
    /// @notice Returns the signer of `digest`, and whether that account may transmit between this chain and the
    /// sibling.
    function checkTransmitter(
        uint32 siblingChainSlug,
        bytes32 digest,
        bytes calldata signature
    ) external view returns (address transmitter, bool isTransmitter);

    /// @notice Returns the transmission fee of a message to a chain, in wei.
    function getMinFees(uint32 dstChainSlug) external view returns (uint128);
}
