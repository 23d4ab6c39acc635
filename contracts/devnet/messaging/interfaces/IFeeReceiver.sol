// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Interface of contracts that the execution manager pays their earned fees to
interface IFeeReceiver {
    /// @notice The caller is not the execution manager of this contract's socket. Withdraw from that manager.
    error OnlyExecutionManager();

    /// @notice Takes earned fees. Only the execution manager can call it.
    /// @param siblingChainSlug_ Destination of the messages that earned the fees.
    function receiveFees(uint32 siblingChainSlug_) external payable;
}
