// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../interfaces/ISocket.sol";
import {ISwitchboard} from "../interfaces/ISwitchboard.sol";

/// @title Switchboard that anybody could register with a socket
/// @notice Its answers are set by whoever tests with it. Nobody attests its packets.
contract OwnSwitchboard is ISwitchboard {
    enum Answer {
        NO,
        YES,
        REVERTS,
        EATS_GAS,
        NUMBER,
        SHORT,
        LONG
    }

    ISocket public immutable socket;
    Answer public answered;

    error NotToday();

    constructor(ISocket socket_) {
        socket = socket_;
    }

    /// @notice Registers this switchboard for packets to and from a chain.
    function open(uint32 siblingChainSlug, address siblingSwitchboard) external {
        socket.registerSwitchboardForSibling(siblingChainSlug, 1, 1, siblingSwitchboard);
    }

    /// @notice Sets what `allowPacket` answers.
    function answer(Answer answer_) external {
        answered = answer_;
    }

    /// @notice Earns nothing, but must be able to.
    function receiveFees(uint32) external payable {}

    /// @inheritdoc ISwitchboard
    function allowPacket(bytes32, bytes32, uint256, uint32, uint256) external view returns (bool) {
        Answer answer_ = answered;
        if (answer_ == Answer.NO) return false;
        if (answer_ == Answer.REVERTS) revert NotToday();
        if (answer_ == Answer.EATS_GAS) {
            for (uint256 i = 0; ; i++) {
                if (keccak256(abi.encode(i)) == bytes32(0)) return true;
            }
        }
        if (answer_ == Answer.NUMBER) _return(2, 0x20);
        if (answer_ == Answer.SHORT) _return(1, 1);
        if (answer_ == Answer.LONG) _return(2, 0x8000);
        return true;
    }

    /// @inheritdoc ISwitchboard
    function getMinFees(uint32) external pure returns (uint128 switchboardFees, uint128 verificationOverheadFees) {
        return (0, 0);
    }

    function _return(uint256 word, uint256 size) private pure {
        assembly {
            let pointer := mload(0x40)
            mstore(pointer, word)
            return(pointer, size)
        }
    }
}
