// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PlugBase} from "../../gateway/protocol/base/PlugBase.sol";

/// @title What the tests' app gateways write to and read from
contract Board is PlugBase {
    uint256 public total;
    /// @notice Amounts in the order in which they were written.
    uint256[] public amounts;
    bytes32 public uploadHash;
    uint256 public uploadSize;

    error Closed(uint256 total);

    function write(uint256 amount) external onlySocket returns (uint256) {
        amounts.push(amount);
        total += amount;
        return total;
    }

    function upload(bytes calldata data) external onlySocket {
        (uploadHash, uploadSize) = (keccak256(data), data.length);
    }

    function close() external view onlySocket {
        revert Closed(total);
    }

    function count() external view returns (uint256) {
        return amounts.length;
    }
}
