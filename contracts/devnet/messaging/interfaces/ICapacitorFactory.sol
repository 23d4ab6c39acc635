// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Interface of the contract that deploys the queues of a path
interface ICapacitorFactory {
    /// @notice Deploys the capacitor of a path and returns the decapacitor that fits it.
    /// @dev The caller becomes the capacitor's socket.
    /// @param maxPacketLength_ Maximum number of messages in a packet.
    function deploy(
        uint256 capacitorType_,
        uint32 siblingChainSlug_,
        uint256 maxPacketLength_
    ) external returns (address capacitor, address decapacitor);
}
