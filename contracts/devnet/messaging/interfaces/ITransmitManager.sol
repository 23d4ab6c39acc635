// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Knows who may transmit on which path, and what that costs
interface ITransmitManager {
    /// @notice Who signed `digest`, and whether that account may transmit between this chain and the sibling.
    function checkTransmitter(
        uint32 siblingChainSlug,
        bytes32 digest,
        bytes calldata signature
    ) external view returns (address transmitter, bool isTransmitter);

    /// @notice The transmission fee of a message to that chain, in wei.
    function getMinFees(uint32 dstChainSlug) external view returns (uint128);
}
