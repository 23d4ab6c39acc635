// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IDecapacitor} from "../../../interfaces/IDecapacitor.sol";

/// @title The counterpart of a capacitor whose packets hold one message each
contract SingleDecapacitor is IDecapacitor {
    /// @inheritdoc IDecapacitor
    /// @dev The root is the message, so there is nothing that a proof could add.
    function verifyMessageInclusion(
        bytes32 root_,
        bytes32 packedMessage_,
        bytes calldata
    ) external pure returns (bool) {
        return root_ == packedMessage_;
    }
}
